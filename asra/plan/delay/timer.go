package delay

import (
	"talpa/asra/appcode"
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
	longest := int64(0)
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return ref.Class == timer && ref.Name == "<init>"
	}) {
		maker := app.Calls.Method(u.Method)
		an := app.OriginsOf(u.Method)
		if an == nil || maker.Class.Descriptor != class {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		for _, o := range an.Args(&call, argument) {
			switch i, param := origin.ParamIndex(maker, int(o.Int)); {
			case o.Kind == origin.Int:
				longest = max(longest, o.Int)
			case o.Kind == origin.Param && param:
				longest = max(longest, given(app, maker, i))
			default:
				longest = max(longest, unknownTimer)
			}
		}
	}
	return min(longest, most)
}

// given is the largest number that a constructor gets for its argument i; where one is not constant, at least that of
// a timer of which nothing is known.
func given(app *appcode.Reader, maker *dex.Method, i int) int64 {
	largest := int64(0)
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return ref.Class == maker.Class.Descriptor && ref.Name == maker.Name && ref.Desc == maker.Desc
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		for _, o := range an.Args(&call, i) {
			if o.Kind == origin.Int {
				largest = max(largest, o.Int)
			} else {
				largest = max(largest, unknownTimer)
			}
		}
	}
	return largest
}
