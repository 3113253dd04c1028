package plan

import (
	"slices"

	"talpa/asra/guide"
	"talpa/asra/plan/permit"
	"talpa/specs"
)

// refusedHold makes a goal of a refused permission where the callback of the stack hears the answer to a request, and
// tests no answer: apps ask for what they do not hold, and they hold all that they were not refused. What the manifest
// asks for are alternatives, since the request names its permissions in an array.
func refusedHold(p *planner) {
	if !p.Stack.Known() || holdsPermission(p, "") {
		return
	}
	anchor := p.App.Calls.Method(p.Stack.Chain[p.Stack.Anchor])
	if !slices.Contains(specs.CallbackEvents(anchor.Name), "refuse") {
		return
	}
	if all := permissions(p, ""); len(all) > 0 {
		subject := guide.Subject{Kind: guide.SubjectPermission, Name: all[0].Permission}
		p.hold(subject, guide.Want{Class: guide.WantAbsent}, "", all)
	}
}

// holdsPermission says that a goal is about a permission, any if the name is "".
func holdsPermission(p *planner, name string) bool {
	return slices.ContainsFunc(slices.Concat(p.Early, p.Late), func(g guide.Goal) bool {
		return slices.ContainsFunc(g.Achievers, func(a guide.Achiever) bool {
			return a.Kind == guide.AchievePermission && (name == "" || a.Permission == name)
		})
	})
}

// permissions has the app be refused a permission, or those that the crash can be about if the name is "".
func permissions(p *planner, name string) []guide.Achiever {
	names := []string{name}
	if name == "" {
		var asked []string
		for _, q := range p.App.Manifest.Permissions {
			asked = append(asked, q.Name)
		}
		names = permit.Refusable(asked, p.Crash.Use, p.Inputs)
	}
	var all []guide.Achiever
	for _, q := range names {
		all = append(all, guide.Achiever{Kind: guide.AchievePermission, Permission: q})
	}
	return all
}

// permissionWanted is what makes a permission be as wanted. An app holds what it was not refused, so that nothing is to
// be done for one that it holds; but the answer to a request is heard only where the app asked, and it asks for what it
// does not hold. Where an earlier goal has the permission refused or asked for, that goal comes nearer to the crash,
// and a test that wants it refused is passed on the way there.
func permissionWanted(p *planner, name string, want guide.Want) []guide.Achiever {
	if name != "" && (want.Class == guide.WantPresent || holdsPermission(p, name)) {
		return nil
	}
	all := permissions(p, name)
	if want.Class == guide.WantPresent {
		for i := range all {
			all[i].Want = want
		}
	}
	return all
}
