"""Settings of a drawn block that can still change without affecting played games."""

from league import formats
from league.events.models import Event


def changeable(event: Event) -> dict[int, frozenset[str]]:
    """Return the settings that are still open, by the number of each block drawn or proposed.

    The name always; the minutes until the clock runs, the meaning of „scharf“ until it is called,
    and who advances until the ranking is released or those who do have been drawn.
    """
    drawn = list(event.blocks.filter(draws__isnull=False).distinct())
    taken = {of for block in drawn for of in formats.Block.from_dict(block.settings).who.blocks}
    free = {}
    for block in drawn:
        open_settings = {"name"}
        if block.started_at is None:
            open_settings.add("minutes")
        if block.sharp_at is None and block.locked_at is None:
            open_settings.add("overtime")
        if block.ranked_at is None and block.number not in taken:
            open_settings.add("advance")
        free[block.number] = frozenset(open_settings)
    return free
