package apk

import (
	"slices"
	"strings"
)

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

// fixedOrientations are the values of android:screenOrientation with which an activity does not turn with the device:
// landscape, portrait, nosensor, landscape and portrait of either side, fixed or by the user, and locked
// (android.content.pm.ActivityInfo). From one side to the other nothing is changed that an activity hears of.
var fixedOrientations = []int{0, 1, 5, 6, 7, 8, 9, 11, 12, 14}

// SurvivesRotation says that an activity is not made anew when the device is turned, since its
// manifest says that it handles that or has a fixed orientation, but is in another language. The
// size of the screen counts as changed by a turn since Android 3.2 (API 13), for apps that are
// written for it (ActivityInfo.getRealConfigChanged).
func (m *Manifest) SurvivesRotation(activity string) bool {
	const screenSizeSince = 13
	changes := ChangeOrientation
	if m.TargetSDK >= screenSizeSince {
		changes |= ChangeScreenSize
	}
	for i := range m.Activities {
		if a := &m.Activities[i]; a.Name == activity {
			keeps := a.ConfigChanges.Has(changes) || slices.Contains(fixedOrientations, a.Orientation)
			return keeps && !a.ConfigChanges.Has(ChangeLocale)
		}
	}
	return false
}

// Turns says that an activity is shown as the device is held: its manifest fixes no orientation.
func (m *Manifest) Turns(activity string) bool {
	return !slices.ContainsFunc(m.Activities, func(a Activity) bool {
		return a.Name == activity && slices.Contains(fixedOrientations, a.Orientation)
	})
}

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
