// Package result answers how the activities of an app answer one another: who asks for a result, who gives one, and
// whether it can be the one that a crash is about.
package result

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/asra/guide"
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
	endings = []string{"finish", "finishAfterTransition", "supportFinishAfterTransition"}
)

const activityClass = "Landroid/app/Activity;"

// Answers tells of the answers of an app's activities, for one crash.
type Answers struct {
	App   *appcode.Reader
	Crash *guide.CrashCondition // nil if nothing is known of it
	Told  *trace.ActivityResult // that the trace shows; nil for none
}

// Requests are the calls that start an activity for a result.
func (r *Answers) Requests() []callgraph.Use { return r.callsOf(requests, "") }

// Enders are the callbacks that set a result, those of them that can set the crash's, and those that end their
// activity.
type Enders struct{ Set, Fit, End map[callgraph.MethodID]bool }

// Enders are those of all activities.
func (r *Answers) Enders() Enders {
	sets := r.callsOf([]string{"setResult"}, activityClass)
	return Enders{
		Set: r.RunnersOf(sets, nil), Fit: r.RunnersOf(sets, r.fits), End: r.RunnersOf(r.callsOf(endings, activityClass), nil),
	}
}

// fits says whether a call of setResult can give the crash's answer. What code does not tell can be so.
// Arguments are counted with the receiver: 1 is the result code, 2 the intent, which one of the two forms lacks.
// An intent that is null for certain is no data, one that is never null always is.
func (r *Answers) fits(u callgraph.Use) bool {
	an := r.App.OriginsOf(u.Method)
	if an == nil {
		return true
	}
	call := an.Graph.Code.At(u.PC)
	code, known := appcode.Constant(an.Args(&call, 1))
	if r.Told != nil && !known {
		code = r.Told.Result
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
	return slices.ContainsFunc(withData, func(data bool) bool { return r.CanBe(code, data) })
}

// CanBe says whether an answer with a result code, with data or without, can be the crash's: it is the one that
// the trace shows, or where it shows none, has no data if that is what fails.
func (r *Answers) CanBe(code int64, data bool) bool {
	if r.Told != nil {
		return code == r.Told.Result && data == r.Told.Data
	}
	c := r.Crash
	return !data || c == nil || c.Subject.Kind != guide.SubjectResult || c.Want.Class != guide.WantNull
}

// callsOf are the calls of a method with one of some names, of a class or a subclass of it; "" is any class.
func (r *Answers) callsOf(names []string, class string) []callgraph.Use {
	return r.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.Contains(names, ref.Name) && (class == "" || r.App.Hierarchy.IsSubtype(ref.Class, class))
	})
}

// RunnersOf are the callbacks that can run, by calls alone, one of some calls that is wanted; nil is any of them.
// Work that a callback hands to a thread or a message is not its doing here: whether it comes before the user
// goes on is not known.
func (r *Answers) RunnersOf(calls []callgraph.Use, wanted func(u callgraph.Use) bool) map[callgraph.MethodID]bool {
	all := map[callgraph.MethodID]bool{}
	for _, use := range calls {
		if wanted != nil && !wanted(use) {
			continue
		}
		for _, m := range r.App.Runners(use.Method) {
			all[m] = true
		}
	}
	return all
}

// AsksFor says whether the answer that the trace shows can be that of an activity of the app: some request that names
// the activity's class has the code of the trace's, or one that is not known. It can also be where no request is
// known to be for that activity. asking are the calls that ask.
func (r *Answers) AsksFor(activity callgraph.TypeID, asking []callgraph.Use) bool {
	if r.Told == nil {
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
		if n, known := appcode.RequestCode(an, &call); !known || r.Told.Answers(n) {
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
