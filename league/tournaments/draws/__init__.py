"""Who sits with whom: draws proposed, released and changed."""
