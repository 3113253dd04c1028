package icfg

import (
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// WidgetsAt describes the widgets that a register can hold before the
// instruction at position pc of a method; empty if nothing is known.
func (p *Program) WidgetsAt(m callgraph.MethodID, pc uint32, reg uint16) []Widget {
	p.lock.Lock()
	defer p.lock.Unlock()
	var all []Widget
	for _, s := range p.finder.values.at(m, pc, reg) {
		all = append(all, p.finder.describe(s, 0)...)
	}
	return all
}

// Origins are the values in a method's registers, for one goroutine; nil if it has
// no code or is too big.
func (p *Program) Origins(m callgraph.MethodID) *origin.Analysis {
	p.lock.Lock()
	defer p.lock.Unlock()
	if a := p.finder.values.cache.Of(p.Calls.Method(m)); a != nil {
		return a.Fork()
	}
	return nil
}

// Value is an origin, and the method in which it is one.
type Value struct {
	origin.Origin
	In callgraph.MethodID
}

// ValuesAt follows the value of a register back, beyond the method where it can:
// through fields, parameters, results and the extras of intents.
func (p *Program) ValuesAt(m callgraph.MethodID, pc uint32, reg uint16) []Value {
	p.lock.Lock()
	defer p.lock.Unlock()
	var all []Value
	for _, s := range p.finder.values.at(m, pc, reg) {
		all = append(all, Value(s))
	}
	return all
}

// ArgumentText is the text of argument i of a call, the receiver being 0, if it
// is one constant: a string or a string resource.
func (p *Program) ArgumentText(m callgraph.MethodID, in *dex.Insn, i int) string {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.finder.values.text(p.Resources, m, in, i)
}

// ShownPreference is an entry of a preference screen.
type ShownPreference struct {
	Key     string
	Widget  Widget
	Choices []string // what a list offers, as shown
	Screen  Node     // the screen's resource
	Name    string   // of that resource, "xml/settings"
}

// PreferenceScreens finds the screens that show the preference of a key.
func (p *Program) PreferenceScreens(key string) []ShownPreference {
	return p.finder.screens[key]
}

// ShownPreferences are the preferences of all screens, in the order of the resources
// and in theirs.
func (p *Program) ShownPreferences() []ShownPreference { return p.finder.shown }
