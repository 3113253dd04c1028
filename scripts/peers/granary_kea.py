"""What holds for the sample app granary, as properties of Kea. A rename changes two sacks: that is its planted bug."""

from kea import *


def sack(name):
    return d(resourceId="android:id/text1", text=name)


class Granary(KeaTest):
    _sacks = Bundle("sacks")

    @precondition(lambda self: d(resourceId="dev.talpa.granary:id/fill").exists())
    @rule()
    def fill(self):
        name = self._sacks.get_random_text()
        d(resourceId="dev.talpa.granary:id/fill").click()
        d(resourceId="dev.talpa.granary:id/name").set_text(name)
        d(resourceId="dev.talpa.granary:id/save").click()
        self._sacks.add(name)
        assert sack(name).exists(), name + " is not shown"

    @precondition(
        lambda self: len(self._sacks.get_all_data()) > 1
        and d(resourceId="dev.talpa.granary:id/fill").exists()
        and all(sack(name).exists() for name in self._sacks.get_all_data())
    )
    @rule()
    def rename(self):
        old, new = self._sacks.get_random_data(), self._sacks.get_random_text()
        sack(old).click()
        d(resourceId="dev.talpa.granary:id/name").set_text(new)
        d(resourceId="dev.talpa.granary:id/rename").click()
        self._sacks.delete(old)
        self._sacks.add(new)
        for name in self._sacks.get_all_data():
            assert sack(name).exists(), name + " is gone"
