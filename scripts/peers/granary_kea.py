"""What holds for the sample app granary, as properties of Kea. A rename changes two sacks: that is its planted bug."""

import random

from kea import *

FILL = "dev.talpa.granary:id/fill"
ROW = "android:id/text1"


def shelf():
    """The sacks that are shown, by name."""
    rows = d(resourceId=ROW)
    return sorted(rows[i].get_text() for i in range(rows.count))


class Granary(KeaTest):
    _names = Bundle("names")

    # The screen has room for seven sacks; further ones would have to be scrolled to.
    @precondition(lambda self: d(resourceId=FILL).exists() and d(resourceId=ROW).count < 6)
    @rule()
    def fill(self):
        before, name = shelf(), self._names.get_random_text()
        d(resourceId=FILL).click()
        d(resourceId="dev.talpa.granary:id/name").set_text(name)
        d(resourceId="dev.talpa.granary:id/save").click()
        assert shelf() == sorted(before + [name]), "the new sack comes to the others"

    @precondition(lambda self: d(resourceId=FILL).exists() and 1 < d(resourceId=ROW).count < 7)
    @rule()
    def rename(self):
        before, new = shelf(), self._names.get_random_text()
        old = random.choice(before)
        d(resourceId=ROW, text=old).click()
        d(resourceId="dev.talpa.granary:id/name").set_text(new)
        d(resourceId="dev.talpa.granary:id/rename").click()
        before.remove(old)
        assert shelf() == sorted(before + [new]), "a rename changes one sack and no other"
