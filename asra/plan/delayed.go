package plan

import (
	"strconv"

	"talpa/asra/guide"
	"talpa/asra/plan/delay"
	"talpa/asra/plan/order"
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

// delayed is the wait that has the callback of the stack run, where code beside it (of the same outer class) posts it
// with a constant delay, or a timer calls it, and that is longer than events take. Of several delays it is the longest,
// as the others have passed by then. False where there is none: who posts it from another class is not known to mean
// this one.
func delayed(p *planner) (guide.Achiever, bool) {
	if !p.Stack.Known() {
		return guide.Achiever{}, false
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	longest := max(delay.Longest(p.App, anchor, longDelay), delay.Timer(p.App, anchor, longDelay))
	if longest <= shortDelay {
		return guide.Achiever{}, false
	}
	return guide.Achiever{
		Kind: guide.AchieveOutside, Change: guide.ChangeWait,
		Values: []string{strconv.FormatInt(longest+afterDelay, 10)},
	}, true
}

// waitFor has the crash wait for a delay after what has its callback run: the handlers that post it are a step of their
// own then, and the moments that may do without waiting come after.
func waitFor(p *planner, users []guide.Achiever) {
	wait, ok := delayed(p)
	if !ok {
		return
	}
	if len(users) > 0 {
		p.Step(order.Run(p.screen, users))
		p.Last.Achievers = nil
	}
	p.Last.Achievers = append([]guide.Achiever{wait}, p.Last.Achievers...)
}

// posted are the handlers that have the callback of the stack run, where the framework runs it later: a runnable that
// a screen makes as it comes up, and a touch posts. The path ends with the making, and goes by what is cheapest; where
// its last step is a handler of the same screen that one is what does it.
func posted(p *planner) []guide.Achiever {
	if p.EndsOn(p.screen) {
		return nil
	}
	return usersOf(p, "", p.screen)
}

// usersOf are the handlers on a screen that use the object whose callback is named, as Input.Users has them.
func usersOf(p *planner, callback, screen string) []guide.Achiever {
	var all []guide.Achiever
	for _, m := range p.Users(screen, callback) {
		all = append(all, p.Using(m.Callback, m.Role, m.Widgets, screen))
	}
	return all
}
