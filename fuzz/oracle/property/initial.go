package property

import (
	"go.starlark.net/starlark"

	"talpa/fuzz/ui"
)

// initiallyName is what initially is called where faults are told.
const initiallyName = "initially"

// readInitial has the file read from a screen what the app has from the start. It may until data was
// changed, and while no rule is underway, which would know an older state.
func (o *Oracle) readInitial(s *ui.Screen) {
	in := o.spec.initial
	if in == nil || o.touched || len(o.live) > 0 || !o.ask(in.when, initiallyName, s) {
		return
	}
	v, err := copied(o.state)
	state, ok := v.(*starlark.Dict)
	if err == nil && ok {
		_, err = starlark.Call(newThread(initiallyName), in.read, starlark.Tuple{&page{screen: s, state: state}}, nil)
	}
	if err == nil {
		_, err = copied(state) // what cannot be remembered is said now
	}
	switch {
	case err != nil:
		o.fault(initiallyName, explain(err).Error())
	case !equal(state, o.state):
		o.state, o.plan = state, nil
	}
}
