package plan

import "talpa/asra/guide"

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
