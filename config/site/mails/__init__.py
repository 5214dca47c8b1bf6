"""„Was ich bekomme“: on one page when which mail comes."""
