package byname_test

import (
	"testing"

	"talpa/asra/guide"
	"talpa/asra/plan/byname"
)

// TestNames: what each name of a callback tells.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method                      string // as DEX has it
		bare                        string
		up, begins, row, hears, lng bool
	}{
		{"Lt/Main;->onCreate(Landroid/os/Bundle;)V", "onCreate", true, true, false, false, false},
		{"Lt/Main;->onRestoreInstanceState(Landroid/os/Bundle;)V", "onRestoreInstanceState", false, true, false, false, false},
		{"Lt/A;->getView(ILandroid/view/View;Landroid/view/ViewGroup;)Landroid/view/View;", "getView",
			true, true, true, false, false},
		{"Lt/A;->bindView(Landroid/view/View;)V", "bindView", false, false, true, false, false},
		{"Lt/P;->onPreferenceChange(Landroid/preference/Preference;Ljava/lang/Object;)Z", "onPreferenceChange",
			false, false, false, true, false},
		{"Lt/M;->onCreateActionMode(Landroid/view/ActionMode;Landroid/view/Menu;)Z", "onCreateActionMode",
			true, true, false, false, true},
		{"Lt/M;-><init>()V", "<init>", false, false, false, false, false},
	} {
		name := byname.Bare(c.method)
		if name != c.bare {
			t.Errorf("%s is called %q", c.method, name)
		}
		if up, begins := byname.ComesUp(name), byname.Begins(name); up != c.up || begins != c.begins {
			t.Errorf("%s comes up: %v, begins: %v", name, up, begins)
		}
		if row, hears := byname.DrawsRow(name), byname.HearsSetting(c.method); row != c.row || hears != c.hears {
			t.Errorf("%s draws a row: %v, hears of a setting: %v", name, row, hears)
		}
		if long := byname.Used(c.method, guide.RoleMenu) == guide.RoleLongClick; long != c.lng {
			t.Errorf("%s is run by a long touch: %v", name, long)
		}
	}
}
