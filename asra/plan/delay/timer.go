package delay

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

const timer = "Landroid/os/CountDownTimer;"

// unknownTimer is how long in ms a timer is taken to run whose duration code computes, of what was typed or stored.
const unknownTimer = 2 * 60 * 1000

// Timer is how long in ms a timer (android.os.CountDownTimer) runs until it calls the callback; 0 for what is none.
// Its constructor is given the time until the end, and between two ticks. Of a time that is not constant it is some
// minutes, and of one over most it is most.
func Timer(app *appcode.Reader, callback *dex.Method, most int64) int64 {
	class := callback.Class.Descriptor
	argument, ok := map[string]int{"onFinish": 1, "onTick": 2}[callback.Name]
	if !ok || !app.Hierarchy.IsSubtype(class, timer) {
		return 0
	}
	calls := app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return ref.Class == timer && ref.Name == "<init>" })
	own := slices.DeleteFunc(calls, func(u callgraph.Use) bool {
		return app.Calls.Method(u.Method).Class.Descriptor != class
	})
	return min(largest(app, own, argument, true), most)
}

// largest is the largest number that some calls give an argument: also what a constructor is given for it, where the
// calls are those of a superclass's. Where one is not constant it is at least that of a timer of which nothing is
// known.
func largest(app *appcode.Reader, calls []callgraph.Use, argument int, super bool) (n int64) {
	for _, u := range calls {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		maker := app.Calls.Method(u.Method)
		call := an.Graph.Code.At(u.PC)
		for _, o := range an.Args(&call, argument) {
			switch i, param := origin.ParamIndex(maker, int(o.Int)); {
			case o.Kind == origin.Int:
				n = max(n, o.Int)
			case o.Kind == origin.Param && param && super:
				n = max(n, largest(app, callsOf(app, maker), i, false))
			default:
				n = max(n, unknownTimer)
			}
		}
	}
	return n
}

// callsOf are the calls that name a constructor.
func callsOf(app *appcode.Reader, m *dex.Method) []callgraph.Use {
	return app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return ref.Class == m.Class.Descriptor && ref.Name == m.Name && ref.Desc == m.Desc
	})
}
