// Package delay finds out how long code has a callback of its own wait before it runs.
package delay

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// delays are the calls that have a handler of messages, a runnable or a task run later, by the documentation of
// android.os.Handler, android.view.View and java.util.Timer: the name, the callback, and whether argument 1 is what
// runs. Argument 2 is the delay in ms.
var delays = map[string]struct {
	callback string
	runnable bool
}{
	"sendEmptyMessageDelayed(IJ)Z":               {"handleMessage", false},
	"sendMessageDelayed(Landroid/os/Message;J)Z": {"handleMessage", false},
	"postDelayed(Ljava/lang/Runnable;J)Z":        {"run", true},
	"schedule(Ljava/util/TimerTask;J)V":          {"run", true},
}

// Longest is the longest constant delay in ms, of most at most, with which code beside a callback (of the same outer
// class) posts it; 0 where there is none: who posts it from another class is not known to mean this one.
func Longest(app *appcode.Reader, callback *dex.Method, most int64) int64 {
	longest, beside := int64(0), appcode.OuterClass(callback.Class.Descriptor)
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		d, ok := delays[ref.Name+ref.Desc]
		return ok && d.callback == callback.Name
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil || appcode.OuterClass(app.Calls.Method(u.Method).Class.Descriptor) != beside {
			continue
		}
		if ms := delayAt(an, u, callback.Class.Descriptor); ms > longest && ms <= most {
			longest = ms
		}
	}
	return longest
}

// delayAt is the constant delay of a call that posts something of a class, 0 where it posts another runnable, or the
// delay is not constant.
func delayAt(an *origin.Analysis, u callgraph.Use, class string) (ms int64) {
	call := an.Graph.Code.At(u.PC)
	ref := an.Graph.Code.File.MethodAt(call.Index)
	another := func(o origin.Origin) bool { return o.Kind == origin.New && o.Text != class }
	if delays[ref.Name+ref.Desc].runnable && slices.ContainsFunc(an.Args(&call, 1), another) {
		return 0
	}
	for _, o := range an.Args(&call, 2) {
		if o.Kind != origin.Int {
			return 0
		}
		ms = max(ms, o.Int)
	}
	return ms
}
