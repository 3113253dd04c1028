package branch

import (
	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/dex"
)

// AfterRestore says that control gets to pc only in a screen that is made anew, with the state that was saved of it, as
// far as the tests of the method tell: a screen that shows a dialog again which was open does so there.
func (x *Table) AfterRestore(m callgraph.MethodID, pc uint32) bool {
	method := x.app.Calls.Method(m)
	if method.Name == "onRestoreInstanceState" {
		return true // a screen that is new is not given any state
	}
	for reg, p := range method.ParamRegisters() {
		if p == "Landroid/os/Bundle;" && x.isState(m, method, reg) {
			if g := x.Of(m); g != nil {
				v := g.At(ParameterKey(reg), pc)
				return !v.IsEmpty() && !v.Has(0)
			}
		}
	}
	return false
}

// isState says that a parameter is the saved state of a screen: the framework gives it, or a callback hands it on.
func (x *Table) isState(m callgraph.MethodID, method *dex.Method, reg int64) bool {
	if appcode.Restores(method.Name) {
		return true
	}
	for e := range x.app.Calls.In(m) {
		caller := x.app.Calls.Method(e.From)
		if e.Kind != callgraph.Call || !appcode.Restores(caller.Name) {
			continue
		}
		g := x.Of(e.From)
		if g == nil {
			continue
		}
		in := g.Origins.Graph.Code.At(e.PC)
		for from, p := range caller.ParamRegisters() {
			if p == "Landroid/os/Bundle;" && x.Passed(g, &in, ParameterKey(from), m) == ParameterKey(reg) {
				return true
			}
		}
	}
	return false
}
