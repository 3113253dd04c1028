package apk

import "strings"

// ConfigChanges is the set of configuration changes that an activity handles
// itself instead of being recreated (android:configChanges).
type ConfigChanges uint32

// The changes that talpa can cause.
const (
	ChangeLocale      ConfigChanges = 1 << 2
	ChangeKeyboard    ConfigChanges = 1 << 4
	ChangeOrientation ConfigChanges = 1 << 7
	ChangeUIMode      ConfigChanges = 1 << 9
	ChangeScreenSize  ConfigChanges = 1 << 10
	ChangeFontScale   ConfigChanges = 1 << 30
)

// changeNames are the names of the bits, from ActivityInfo.CONFIG_*.
var changeNames = []struct {
	bit  ConfigChanges
	name string
}{
	{1 << 0, "mcc"}, {1 << 1, "mnc"}, {ChangeLocale, "locale"}, {1 << 3, "touchscreen"},
	{ChangeKeyboard, "keyboard"}, {1 << 5, "keyboardHidden"}, {1 << 6, "navigation"},
	{ChangeOrientation, "orientation"}, {1 << 8, "screenLayout"}, {ChangeUIMode, "uiMode"},
	{ChangeScreenSize, "screenSize"}, {1 << 11, "smallestScreenSize"}, {1 << 12, "density"},
	{1 << 13, "layoutDirection"}, {1 << 14, "colorMode"}, {ChangeFontScale, "fontScale"},
}

// Has says whether the activity handles all of the changes.
func (c ConfigChanges) Has(changes ConfigChanges) bool { return c&changes == changes }

// String is the attribute as its source wrote it, "orientation|screenSize".
func (c ConfigChanges) String() string {
	var names []string
	for _, n := range changeNames {
		if c.Has(n.bit) {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, "|")
}
