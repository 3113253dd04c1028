// Package result answers what an app's own activities answer those that started them for a result: which calls ask for
// one, which set one or only end the activity, and which of them can give the answer of a crash.
//
// Results that pass through an activity between (FLAG_ACTIVITY_FORWARD_RESULT), and contracts that are launched
// (ActivityResultLauncher), are not modelled.
package result

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/trace"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Methods that start an activity for a result, and those of an activity that set one or end it, by name.
var (
	requests = []string{
		"startActivityForResult", "startActivityFromFragment", "startActivityIfNeeded", "startActivityFromChild",
	}
	setters = []string{"setResult"}
	endings = []string{"finish", "finishAfterTransition", "supportFinishAfterTransition"}
)

const activityClass = "Landroid/app/Activity;"

// Wanted is the answer of a crash, as far as it is known.
type Wanted struct {
	App  *appcode.Reader
	Told *trace.ActivityResult // that the trace shows; nil for none
	// NoData says that the answer has none, where the trace shows no answer: its data is what fails.
	NoData bool
}

// Is says whether an answer with a result code, with data or without, can be the crash's.
func (w *Wanted) Is(code int64, data bool) bool {
	if w.Told != nil {
		return code == w.Told.Result && data == w.Told.Data
	}
	return !data || !w.NoData
}

// Requests are the calls that ask for a result.
func (w *Wanted) Requests() []callgraph.Use { return calls(w.App, requests, "") }

// OfRequest says whether the answer that the trace shows can be that of an activity of the app: one of some requests
// that names the activity's class has the code of the trace's, or one that is not known. It can also be where no
// request is known to be for that activity.
func (w *Wanted) OfRequest(activity callgraph.TypeID, requests []callgraph.Use) bool {
	if w.Told == nil {
		return true
	}
	asked := false
	for _, use := range requests {
		an := w.App.OriginsOf(use.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(use.PC)
		if !startsWith(an, appcode.StartedIntent(an, &call), w.App.Hierarchy.Name(activity)) {
			continue
		}
		if n, known := appcode.RequestCode(an, &call); !known || w.Told.Answers(n) {
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

// Enders are the callbacks that can set a result, those of them that can set the crash's, and those that can end their
// activity; and the calls that can set the crash's.
type Enders struct {
	Set, Fit, End map[callgraph.MethodID]bool
	Calls         []callgraph.Use
}

// Enders finds them.
func (w *Wanted) Enders() Enders {
	sets := calls(w.App, setters, activityClass)
	e := Enders{Set: Runners(w.App, sets), End: Runners(w.App, calls(w.App, endings, activityClass))}
	e.Calls = slices.DeleteFunc(slices.Clone(sets), func(u callgraph.Use) bool { return !w.fits(u) })
	e.Fit = Runners(w.App, e.Calls)
	return e
}

// fits says whether a call of setResult can give the crash's answer. What code does not tell can be so.
// Arguments are counted with the receiver: 1 is the result code, 2 the intent, which one of the two forms lacks.
// An intent that is null for certain is no data, one that is never null always is.
func (w *Wanted) fits(u callgraph.Use) bool {
	an := w.App.OriginsOf(u.Method)
	if an == nil {
		return true
	}
	call := an.Graph.Code.At(u.PC)
	code, known := appcode.Constant(an.Args(&call, 1))
	if w.Told != nil && !known {
		code = w.Told.Result
	}
	withData := []bool{false}
	if len(an.Graph.Code.File.MethodAt(call.Index).Params()) > 1 {
		intent := an.Args(&call, 2)
		if none, ok := appcode.Constant(intent); !ok || none != 0 {
			withData = append(withData, true)
		}
		if !appcode.Constants(intent).Has(0) {
			withData = withData[1:]
		}
	}
	return slices.ContainsFunc(withData, func(data bool) bool { return w.Is(code, data) })
}

// calls are the calls of a method with one of some names, of a class or a subclass of it; "" is any class.
func calls(app *appcode.Reader, names []string, class string) []callgraph.Use {
	return app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.Contains(names, ref.Name) && (class == "" || app.Hierarchy.IsSubtype(ref.Class, class))
	})
}

// Runners are the callbacks that can run, by calls alone, one of some calls. Work that a callback hands to a thread or
// a message is not its doing here: whether it comes before the user goes on is not known.
func Runners(app *appcode.Reader, calls []callgraph.Use) map[callgraph.MethodID]bool {
	all := map[callgraph.MethodID]bool{}
	for _, use := range calls {
		for _, m := range app.Runners(use.Method) {
			all[m] = true
		}
	}
	return all
}
