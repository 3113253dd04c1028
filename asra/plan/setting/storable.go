package setting

import (
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/icfg/widget"
)

// Storable is what people can do to an entry: what a preference can be given so that the value is as
// wanted: a text field stores no null, a switch and a list only one of two or of their own.
// The screen's own widgets bound what can be stored: who wants more has to change the file, which no user
// does.
func Storable(want guide.Want, pref widget.Preference) guide.Want {
	switch want.Class {
	case guide.WantNull, guide.WantAbsent:
		return guide.Want{Class: guide.WantChanged}
	case guide.WantEmpty, guide.WantText, guide.WantNoText:
		class := pref.Widget.Class
		if len(pref.Choices) > 0 || strings.Contains(class, "Check") || strings.Contains(class, "Switch") {
			return guide.Want{Class: guide.WantChanged}
		}
	}
	return want
}
