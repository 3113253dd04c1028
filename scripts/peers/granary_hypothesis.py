"""What holds for the sample app granary, as a stateful test of Hypothesis over uiautomator2.

Exit status 1: the planted bug was found, a rename that changes two sacks.
"""

import string
import sys

import uiautomator2
from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

APP = "dev.talpa.granary"
d = uiautomator2.connect("talpa-1")
names = st.text(string.ascii_lowercase, min_size=2, max_size=8)


class Shelf(RuleBasedStateMachine):
    sacks = ()

    @initialize()
    def empty(self):
        d.app_clear(APP)
        d.app_start(APP, wait=True)
        self.sacks = []

    @precondition(lambda self: len(self.sacks) < 6)
    @rule(name=names)
    def fill(self, name):
        if name in self.sacks:
            return
        d(resourceId=APP + ":id/fill").click()
        d(resourceId=APP + ":id/name").set_text(name)
        d(resourceId=APP + ":id/save").click()
        self.sacks.append(name)

    @precondition(lambda self: self.sacks)
    @rule(data=st.data(), new=names)
    def rename(self, data, new):
        old = data.draw(st.sampled_from(sorted(self.sacks)))
        if new in self.sacks:
            return
        d(resourceId="android:id/text1", text=old).click()
        d(resourceId=APP + ":id/name").set_text(new)
        d(resourceId=APP + ":id/rename").click()
        self.sacks.remove(old)
        self.sacks.append(new)

    @invariant()
    def shown(self):
        rows = d(resourceId="android:id/text1")
        got = sorted(rows[i].get_text() for i in range(rows.count))
        assert got == sorted(self.sacks), f"on the shelf: {got}, filled: {sorted(self.sacks)}"


try:
    run_state_machine_as_test(
        Shelf,
        settings=settings(
            max_examples=20, stateful_step_count=12, deadline=None, database=None, derandomize=True,
            phases=[Phase.generate], suppress_health_check=list(HealthCheck),
        ),
    )
except AssertionError as e:
    print("found:", e)
    sys.exit(1)
print("nothing found")
