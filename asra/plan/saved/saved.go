// Package saved answers where the state that a screen restores was saved: which calls of onSaveInstanceState put what
// the code of a crash takes out of its bundle.
package saved

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// bundle is the class of states; a call may name the one above it.
var bundle = []string{"Landroid/os/Bundle;", "Landroid/os/BaseBundle;"}

// Puts are the calls that save what some methods test before control comes to the first one's position, the last of
// which is a callback that restores a screen. What has been saved under a key that is missing there was saved as
// another type: what is asked for under it and saved alike is left out. None where the callback restores nothing.
func Puts(app *appcode.Reader, chain []callgraph.MethodID, pc uint32, missing string) []callgraph.Use {
	if len(chain) == 0 || !appcode.Restores(app.Calls.Method(chain[len(chain)-1]).Name) {
		return nil
	}
	owner := app.Calls.Owner(chain[len(chain)-1])
	var reads []call
	for i, m := range chain {
		for _, c := range keyed(app, m) {
			if !strings.HasPrefix(c.name, "put") && (c.key == missing || i > 0 || tested(app.OriginsOf(m), c.pc, pc)) {
				reads = append(reads, c)
			}
		}
	}
	var all []callgraph.Use
	for _, t := range app.Hierarchy.Family(owner) {
		for _, m := range app.Hierarchy.Class(t).Methods {
			id := app.Calls.ID(m)
			if m.Name != "onSaveInstanceState" || id == callgraph.NoMethod {
				continue
			}
			for _, c := range keyed(app, id) {
				typ, puts := strings.CutPrefix(c.name, "put")
				if puts && slices.ContainsFunc(reads, func(r call) bool {
					return r.key == c.key && (c.key != missing || r.name != "get"+typ)
				}) {
					all = append(all, callgraph.Use{Method: id, PC: c.pc})
				}
			}
		}
	}
	return all
}

// call is one on a bundle with a constant key.
type call struct {
	name, key string
	pc        uint32
}

// tested says that control comes to a position only where a test has found something in the result of a call.
func tested(an *origin.Analysis, call, pc uint32) bool {
	of := func(o origin.Origin) bool { return o.Kind == origin.Result && o.PC == call }
	return slices.ContainsFunc(an.Passed(pc), of)
}

// keyed are the calls of a method on a bundle.
func keyed(app *appcode.Reader, m callgraph.MethodID) (all []call) {
	an := app.OriginsOf(m)
	if an == nil {
		return nil
	}
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		ref := an.Graph.Code.File.MethodAt(in.Index)
		if key := an.Args(&in, 1); slices.Contains(bundle, ref.Class) && len(key) == 1 && key[0].Kind == origin.String {
			all = append(all, call{ref.Name, key[0].Text, in.Off})
		}
	}
	return all
}
