package plan

import (
	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// asksFor says whether the answer that the trace shows can be that of an activity of the app: some request that names
// the activity's class has the code of the trace's, or one that is not known. It can also be where no request is
// known to be for that activity. asking are the calls that ask.
func (r *results) asksFor(activity callgraph.TypeID, asking []callgraph.Use) bool {
	if r.told == nil {
		return true
	}
	asked := false
	for _, use := range asking {
		an := r.App.OriginsOf(use.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(use.PC)
		if !startsWith(an, appcode.StartedIntent(an, &call), r.App.Hierarchy.Name(activity)) {
			continue
		}
		if n, known := appcode.RequestCode(an, &call); !known || r.told.Answers(n) {
			return true
		}
		asked = true
	}
	return !asked
}

// startsWith says that an intent is made in the method that uses it, and is given a class there.
func startsWith(an *origin.Analysis, intent []origin.Origin, class string) bool {
	if len(intent) != 1 || intent[0].Kind != origin.New {
		return false
	}
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
			continue
		}
		if of := an.Args(&in, 0); len(of) != 1 || of[0] != intent[0] {
			continue
		}
		for i := range an.Graph.Code.File.MethodAt(in.Index).Params() {
			if o := an.Args(&in, i+1); len(o) == 1 && o[0].Kind == origin.Class && o[0].Text == class {
				return true
			}
		}
	}
	return false
}
