package icfg

import (
	"fmt"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex/apk"
)

// Kind is the kind of component.
type Kind string

// The kinds of components.
const (
	Activity    Kind = "activity"
	Service     Kind = "service"
	Receiver    Kind = "receiver"
	Provider    Kind = "provider"
	Application Kind = "application"
)

// Component is a component of the manifest.
type Component struct {
	Name     string // Java name of the class
	Kind     Kind
	Type     callgraph.TypeID
	Exported bool
	Launcher bool
	Actions  []string // of its intent filters and those of its aliases
	Main     Main
	// Opens are the indices of the components that code running under this one
	// can start.
	Opens []int
}

// manifestEntry is what else the manifest says of a component.
type manifestEntry struct {
	own     map[string]bool // actions on data that only this app has
	classes []string        // that its metadata name
	files   []apk.ID        // resources that its metadata name
}

// findComponents makes the list of components from the manifest.
func (b *app) findComponents() {
	m := b.in.Manifest
	launcher := m.Launcher()
	for i := range m.Activities {
		a := &m.Activities[i]
		index := b.component(Activity, a.Class(), &a.Component)
		if index >= 0 && launcher != nil && launcher.Class() == a.Class() {
			b.components[index].Launcher = true
		}
	}
	for i := range m.Services {
		b.component(Service, m.Services[i].Name, &m.Services[i])
	}
	for i := range m.Receivers {
		b.component(Receiver, m.Receivers[i].Name, &m.Receivers[i])
	}
	for i := range m.Providers {
		b.component(Provider, m.Providers[i].Name, &m.Providers[i].Component)
	}
	if m.Application.Class != "" {
		b.component(Application, m.Application.Class, &apk.Component{})
	}
}

// maxComponents bounds the components: the work grows with their number times
// the size of the app. Real apps have some hundreds.
const maxComponents = 1500

// component adds a component, or the filters of an alias to the one that it
// stands for, and returns its index; -1 if the app does not define the class.
// Two entries of one class are one component: its filters add up, and it is exported if either is.
func (b *app) component(kind Kind, class string, c *apk.Component) int {
	t, ok := b.types.AppClass(class)
	if !ok {
		b.notes = append(b.notes, fmt.Sprintf("the manifest names %s %s, which the code does not define", kind, class))
		return -1
	}
	index, known := b.componentOf[t]
	if !known && len(b.components) == maxComponents {
		b.notes = append(b.notes, fmt.Sprintf("more than %d components: %s is left out", maxComponents, class))
		return -1
	}
	if !known {
		index = len(b.components)
		b.componentOf[t] = index
		b.components = append(b.components, Component{Name: class, Kind: kind, Type: t})
		b.entries = append(b.entries, manifestEntry{own: map[string]bool{}})
	}
	own, entry := &b.components[index], &b.entries[index]
	own.Exported = own.Exported || c.Exported
	entry.classes = append(entry.classes, metaNames(c.MetaData)...)
	for _, m := range c.MetaData {
		entry.files = append(entry.files, m.Resource)
	}
	for i := range c.Filters {
		f := &c.Filters[i]
		own.Actions = append(own.Actions, f.Actions...)
		if ownData(f) {
			for _, action := range f.Actions {
				entry.own[action] = true
			}
		}
	}
	return index
}

// metaNames are the names and texts of metadata: some libraries look for names of
// classes there.
func metaNames(list []apk.MetaData) []string {
	var all []string
	for i := range list {
		all = append(all, list[i].Name)
		if v := list[i].Value; v.Type == apk.TypeString {
			all = append(all, v.Str)
		}
	}
	return all
}

// ownData says that a filter asks for data of a kind that only this app has: types of a provider's
// rows, schemes that nobody else uses. The list are the schemes that Android or many apps serve:
// such an intent may as well go elsewhere.
func ownData(f *apk.IntentFilter) bool {
	for _, d := range f.Data {
		if strings.Contains(d.MIMEType, "/vnd.") || strings.HasPrefix(d.MIMEType, "vnd.") {
			return true
		}
		switch d.Scheme {
		case "", "http", "https", "file", "content", "mailto", "tel", "geo", "sms", "smsto", "market", "ftp", "data":
		default:
			return true
		}
	}
	return false
}
