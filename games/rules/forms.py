"""Forms for an evening's rules: the rulebook, house rules, and what the loser pays."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules import rulebooks as books
from games.rules.labels import cost_of
from league.events.models import Venue
from league.web.forms import EuroField

# House rules that name what each rulebook calls differently.
OWN_WORDS = {
    "deckel": _("Number of %(deckel)s"),
    "general_over_schock2": _("%(general)s beats %(schock)s 2"),
    "one_throw_only": _("%(general)s and %(strasse)s only in one throw"),
}
FEW = 4  # so many choices are shown side by side


class ChoosesRulebook(forms.Form):
    """`books` are the rulebooks in words: slug, name, sentence, and the cost at a club night."""

    rulebook = forms.ChoiceField(label=_("Rulebook"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.books = [
            {
                "slug": book.slug,
                "name": book.name,
                "sentence": getattr(book.summary, books.lang()),
                "cost": cost_of(book, Venue.CLUB_NIGHT),
            }
            for book in books.all_rulebooks()
        ]
        field = self.fields["rulebook"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(book["slug"], book["name"]) for book in self.books]


class RulesForm(forms.Form):
    """Venue and house rules of an evening; every house rule may stay as the rulebook has it."""

    venue = forms.ChoiceField(label=_("Where do you play?"), choices=Venue.choices)

    def __init__(self, *args: Any, rulebook: books.Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = books.house_rules(rulebook)
        for rule in self.rules:
            self.fields[rule.code] = forms.TypedChoiceField(
                label=_label(rule, rulebook),
                required=False,
                # A choice that is cut off is none: few of them stand side by side and wrap.
                widget=forms.RadioSelect if len(rule.allowed) <= FEW else forms.Select,
                choices=[
                    ("", _("%(value)s (rulebook)") % {"value": books.wording(rule.default)}),
                    *(
                        (str(value), books.wording(value))
                        for value in rule.allowed
                        if value != rule.default
                    ),
                ],
                coerce=lambda text, rule=rule: next(
                    value for value in rule.allowed if str(value) == text
                ),
                empty_value=None,
                disabled=rule.locked or rule.refused,
                help_text=rule.clause if rule.locked or rule.refused else "",
            )

    def house_rules(self) -> dict[str, Any]:
        """Return only what departs from the rulebook."""
        return {
            rule.code: self.cleaned_data[rule.code]
            for rule in self.rules
            if self.cleaned_data[rule.code] is not None
        }


class MoneyForm(forms.Form):
    """The form for whether the club plays for money, and for how much."""

    money = forms.CharField(max_length=8)
    stake = EuroField(label=_("Loser’s stake"), required=False)
    earlier = forms.BooleanField(required=False)


def _label(rule: books.HouseRule, rulebook: books.Rulebook) -> str:
    """Return a house rule in its rulebook's words: at a Jule table „Drei Dicke“ and „Max 2“."""
    lang = books.lang()
    names = {code: getattr(name, lang) for code, name in rulebook.category_names.items()}
    names["deckel"] = getattr(rulebook.words["deckel"], lang)
    if rule.code in OWN_WORDS:
        return str(OWN_WORDS[rule.code] % names)
    return str(getattr(rule.label, lang))
