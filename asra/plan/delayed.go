package plan

import (
	"slices"
	"strconv"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

const (
	// shortDelay is the delay in ms up to which what is posted comes by itself: searches wait up to 3 s of the device's
	// time now and then, and events take some.
	shortDelay = 2000
	// longDelay is the longest delay in ms that is waited for, an hour: what an app does in the meantime takes real time.
	longDelay = 60 * 60 * 1000
	// afterDelay is how much longer is waited, in ms: the message is posted some time after the event that has it posted.
	afterDelay = 1000
)

// delays are the calls that have a handler of messages or a runnable run later, by the documentation of
// android.os.Handler and android.view.View: the name, the callback, and whether argument 1 is what runs. Argument 2 is
// the delay in ms.
var delays = map[string]struct {
	callback string
	runnable bool
}{
	"sendEmptyMessageDelayed(IJ)Z":               {"handleMessage", false},
	"sendMessageDelayed(Landroid/os/Message;J)Z": {"handleMessage", false},
	"postDelayed(Ljava/lang/Runnable;J)Z":        {"run", true},
}

// delayed is the wait that has the callback of the stack run, where code beside it (of the same outer class) posts it
// with a constant delay, and that is longer than events take. Of several delays it is the longest, as the others have
// passed by then. False where there is none: who posts it from another class is not known to mean this one.
func delayed(p *planner) (guide.Achiever, bool) {
	if !p.Stack.Known() {
		return guide.Achiever{}, false
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	longest := int64(0)
	for _, u := range p.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		d, ok := delays[ref.Name+ref.Desc]
		return ok && d.callback == anchor.Name
	}) {
		an := p.App.OriginsOf(u.Method)
		if an == nil || outerClass(p.App.Calls.Method(u.Method).Class.Descriptor) != outerClass(anchor.Class.Descriptor) {
			continue
		}
		if ms := delayAt(an, u, anchor.Class.Descriptor); ms > longest && ms <= longDelay {
			longest = ms
		}
	}
	if longest <= shortDelay {
		return guide.Achiever{}, false
	}
	return guide.Achiever{
		Kind: guide.AchieveOutside, Change: guide.ChangeWait,
		Values: []string{strconv.FormatInt(longest+afterDelay, 10)},
	}, true
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

// outerClass is the class around a nested one, by the names that compilers give.
func outerClass(descriptor string) string {
	outer, _, _ := strings.Cut(strings.TrimSuffix(descriptor, ";"), "$")
	return outer
}

// waitFor has the crash wait for a delay after what has its callback run: the handlers that post it are a step of their
// own then, and the moments that may do without waiting come after.
func waitFor(p *planner, users []guide.Achiever) {
	wait, ok := delayed(p)
	if !ok {
		return
	}
	if len(users) > 0 {
		step(p, p.goal(guide.Goal{
			Kind: guide.GoalRun, Screen: p.screen, Subject: method(users[0].Method),
			Achievers: users[:min(len(users), maxAchievers)],
		}))
		p.crash.Achievers = nil
	}
	p.crash.Achievers = append([]guide.Achiever{wait}, p.crash.Achievers...)
}
