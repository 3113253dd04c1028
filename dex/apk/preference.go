package apk

import (
	"bytes"
	"slices"
	"strings"
)

// PreferenceScreen is one preference file in one configuration: res/xml files
// whose root is a PreferenceScreen, and headers of PreferenceActivity.
type PreferenceScreen struct {
	XMLResource
	Root *Preference
}

// Preference is one element of a preference screen: a preference, a category,
// a nested screen, or a <header>.
type Preference struct {
	// Class is the Java name; short names are those of android.preference, for
	// which androidx puts its own class of the same short name.
	Class          string
	Key            string
	Title, Summary string
	Default        Value
	Dependency     string // key of the preference that must be on
	Fragment       string // Java name of the fragment that it opens
	Enabled        Tri
	// Entries and EntryValues are what a list preference shows and stores.
	Entries, EntryValues []string
	Intent               *PreferenceIntent // nil if it starts none
	ID                   Ref               // of a <header>
	Line                 int
	// Element has all other attributes.
	Element  *Element
	Children []*Preference
}

// PreferenceIntent is an <intent> inside a preference.
type PreferenceIntent struct {
	Action, Data, MIMEType     string
	TargetPackage, TargetClass string
	Extras                     map[string]string
}

// Walk calls f for p and everything below it, parents first.
func (p *Preference) Walk(f func(*Preference)) {
	f(p)
	for _, c := range p.Children {
		c.Walk(f)
	}
}

// Preferences decodes all preference screens; see Layouts for the error. Older apps keep some among their
// layouts: the framework takes them from a resource of any type.
func (a *Archive) Preferences() ([]PreferenceScreen, error) {
	var list []PreferenceScreen
	r := attrReader{a.resources}
	files := append(a.XMLResources("xml"), slices.DeleteFunc(a.XMLResources("layout"), func(x XMLResource) bool {
		return !a.mentionsPreferences(x.Path)
	})...)
	err := a.decodeXML(files, func(x XMLResource, doc *Document) {
		if ofPreferences(doc.Root) {
			list = append(list, PreferenceScreen{x, r.preference(doc.Root)})
		}
	})
	return list, err
}

// ofPreferences says that the root of a file is that of preferences.
func ofPreferences(root *Element) bool {
	return root.Name == "preference-headers" || strings.HasSuffix(root.Name, "PreferenceScreen")
}

// mentionsPreferences says whether a file may have such a root, without decoding it: what their names share
// is in the string pool of binary XML, of either encoding.
func (a *Archive) mentionsPreferences(path string) bool {
	data, err := a.Read(path)
	if err != nil {
		return false // who decodes the layouts tells of it
	}
	const shared = "reference"
	wide := make([]byte, 0, 2*len(shared))
	for _, c := range []byte(shared) {
		wide = append(wide, c, 0)
	}
	return bytes.Contains(data, []byte(shared)) || bytes.Contains(data, wide)
}

func (r attrReader) preference(e *Element) *Preference {
	p := &Preference{
		Class:       preferenceClass(e.Name),
		Key:         r.either(e, attrKey, "key"),
		Title:       r.either(e, attrTitle, "title"),
		Summary:     r.either(e, attrSummary, "summary"),
		Default:     r.res.Resolve(r.value(e, attrDefaultValue, "defaultValue")),
		Dependency:  r.either(e, attrDependency, "dependency"),
		Fragment:    r.either(e, attrFragment, "fragment"),
		Enabled:     r.tri(e, attrEnabled, "enabled"),
		Entries:     r.list(e, attrEntries, "entries"),
		EntryValues: r.list(e, attrEntryValues, "entryValues"),
		ID:          r.ref(e, attrID, "id"),
		Line:        e.Line,
		Element:     e,
	}
	if p.Default.Type == TypeNull {
		v, _ := e.AppAttr("defaultValue")
		p.Default = r.res.Resolve(v)
	}
	for _, c := range e.Children {
		switch c.Name {
		case "intent":
			p.Intent = r.preferenceIntent(c)
		case "extra":
		default:
			p.Children = append(p.Children, r.preference(c))
		}
	}
	return p
}

func (r attrReader) preferenceIntent(e *Element) *PreferenceIntent {
	pkg := r.text(e, attrTargetPackage, "targetPackage")
	i := &PreferenceIntent{
		Action:        r.text(e, attrAction, "action"),
		Data:          r.text(e, attrData, "data"),
		MIMEType:      r.text(e, attrMIMEType, "mimeType"),
		TargetPackage: pkg,
		TargetClass:   r.text(e, attrTargetClass, "targetClass"),
	}
	for _, c := range e.Children {
		if c.Name == "extra" {
			if i.Extras == nil {
				i.Extras = map[string]string{}
			}
			i.Extras[r.text(c, attrName, "name")] = r.text(c, attrValue, "value")
		}
	}
	return i
}

// list reads an array of strings, from the android: or the app: namespace.
func (r attrReader) list(e *Element, id ID, name string) []string {
	v := r.value(e, id, name)
	if v.Type != TypeReference {
		v, _ = e.AppAttr(name)
	}
	if v.Type != TypeReference {
		return nil
	}
	return r.res.Strings(v.Ref())
}

func preferenceClass(name string) string {
	switch {
	case name == "header", name == "preference-headers", strings.Contains(name, "."):
		return name
	}
	return "android.preference." + name
}
