package widget

import "talpa/dex/apk"

// Preference is an entry of a preference screen.
type Preference struct {
	Key     string
	Widget  Widget
	Choices []string // what a list offers, as shown
	Screen  apk.ID   // the screen's resource
	Name    string   // of that resource, "xml/settings"
	// Dependency is the key of the entry that must be on for this one to be enabled.
	Dependency string
	On         bool // by default, a box or a switch
}

// PreferenceFragment is an entry of a preference screen, or a header of one, that shows a fragment when it is touched.
type PreferenceFragment struct {
	Widget   Widget
	Fragment string // its Java name
}

// PreferenceStart is an entry of a preference screen that starts an activity when it is touched, by its <intent>.
type PreferenceStart struct {
	Widget Widget
	Intent apk.PreferenceIntent
}

// preferenceIndex finds the entries of preference screens.
type preferenceIndex struct {
	all    []Preference
	starts []PreferenceStart
	shows  []PreferenceFragment
	byKey  map[string][]Preference
	widget map[string]Widget   // by key
	keys   map[apk.ID][]string // by screen
}

func indexPreferences(resources *apk.Resources, screens []apk.PreferenceScreen) preferenceIndex {
	x := preferenceIndex{byKey: map[string][]Preference{}, widget: map[string]Widget{}, keys: map[apk.ID][]string{}}
	for _, s := range screens {
		if s.Root == nil {
			continue
		}
		s.Root.Walk(func(pref *apk.Preference) {
			w := Widget{Class: pref.Class, Text: pref.Title, Screen: -1}
			if pref.Intent != nil {
				x.starts = append(x.starts, PreferenceStart{w, *pref.Intent})
			}
			if pref.Fragment != "" {
				x.shows = append(x.shows, PreferenceFragment{w, pref.Fragment})
			}
			if pref.Key == "" {
				return
			}
			w.Number, w.HasNumber = x.number(pref.Key), true
			entry := Preference{
				Key: pref.Key, Widget: w, Choices: pref.Entries, Screen: s.ID, Name: resources.Name(s.ID),
				Dependency: pref.Dependency, On: pref.Default.Type == apk.TypeBool && pref.Default.Data != 0,
			}
			x.all = append(x.all, entry)
			x.byKey[pref.Key] = append(x.byKey[pref.Key], entry)
			x.widget[pref.Key] = w
			x.keys[s.ID] = append(x.keys[s.ID], pref.Key)
		})
	}
	return x
}

// firstPreference is the number of the first key. It is beyond all that code can test of a number or an id.
const firstPreference = 1 << 40

// number is that of the entries of a key: code tells entries apart by their objects or keys, which the analysis
// compares as numbers.
func (x *preferenceIndex) number(key string) int64 {
	if known := x.byKey[key]; len(known) > 0 {
		return known[0].Widget.Number
	}
	return firstPreference + int64(len(x.byKey))
}

// PreferencesOf are the entries of a key, on all screens that show it.
func (x *Index) PreferencesOf(key string) []Preference { return x.prefs.byKey[key] }

// Preferences are the entries of all screens, in the order of the resources and in
// theirs.
func (x *Index) Preferences() []Preference { return x.prefs.all }

// PreferenceStarts are the entries of all screens that start an activity by an <intent>, in the order of the resources
// and in theirs.
func (x *Index) PreferenceStarts() []PreferenceStart { return x.prefs.starts }

// PreferenceFragments are the entries of all screens, and the headers, that show a fragment, in the order of the
// resources and in theirs.
func (x *Index) PreferenceFragments() []PreferenceFragment { return x.prefs.shows }

// KeysOn are the keys on the preference screen of a resource.
func (x *Index) KeysOn(screen apk.ID) []string { return x.prefs.keys[screen] }
