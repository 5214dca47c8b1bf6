"""Say in one line what a night let go."""

from django import template
from django.utils.translation import gettext as _

from config.privacy.labels import MATTERS
from config.privacy.models import RetentionRun

register = template.Library()


@register.filter
def let_go(run: RetentionRun) -> str:
    """Format as „Gäste 2, Anmeldungen 14“; a matter that failed is named."""
    counts = {matter: n for matter, n in run.counts.items() if not matter.endswith("!")}
    parts = [f"{MATTERS[matter]}: {n}" for matter, n in counts.items()]
    failed = [MATTERS[m.rstrip("!")] for m in run.counts if m.endswith("!")]
    parts += [_("%(matter)s: did not work") % {"matter": matter} for matter in failed]
    return ", ".join(parts) or _("nothing")
