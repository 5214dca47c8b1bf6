"""Postal addresses. Read by the person and the keepers of the list of people."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check
from league.people.models.people import Person


class PostalAddress(models.Model):
    """One person's address, in the parts that letters and banks ask for; without a row none is
    known. It is the present one: old addresses are not kept.
    """

    class Country(models.TextChoices):
        """The country by its code (ISO 3166), at home first."""

        DE = "DE", _("Germany")
        BE = "BE", _("Belgium")
        CZ = "CZ", _("Czechia")
        DK = "DK", _("Denmark")
        FR = "FR", _("France")
        GB = "GB", _("United Kingdom")
        IT = "IT", _("Italy")
        LI = "LI", _("Liechtenstein")
        LU = "LU", _("Luxembourg")
        NL = "NL", _("Netherlands")
        AT = "AT", _("Austria")
        PL = "PL", _("Poland")
        CH = "CH", _("Switzerland")
        ES = "ES", _("Spain")

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="postal_address")
    street = models.CharField(max_length=70)
    postcode = models.CharField(max_length=10)
    town = models.CharField(max_length=60)
    country = models.CharField(max_length=2, choices=Country.choices, default=Country.DE)

    class Meta:
        constraints = [check("postal_is_whole", ~Q(street="") & ~Q(postcode="") & ~Q(town=""))]

    def __str__(self) -> str:
        return ", ".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """Return the lines below an addressee; the country in capitals, abroad only (DIN 5008)."""
        abroad = [] if self.country == self.Country.DE else [self.get_country_display().upper()]
        return [self.street, f"{self.postcode} {self.town}", *abroad]
