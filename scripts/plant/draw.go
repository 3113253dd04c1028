package main

import (
	"math/rand"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/dex"
)

// place is where a crash is planted.
type place struct {
	sort  string // what kind of step leads there
	chain []site // calls from the callback down to the line that throws
	fault fault
}

// site is a position in a method: a call, or at the end of a chain the line that throws.
type site struct {
	method *dex.Method
	pc     uint32
}

// drawer draws places of one app.
type drawer struct {
	app   *icfg.Program
	rng   *rand.Rand
	own   string // prefix of the descriptors of the app's own classes
	kind  string // what is planted, of the flag -kind
	sorts []string
	// callbacks are those that are several steps from the launcher, by sort.
	callbacks map[string][]*icfg.Callback
	used      map[*dex.Method]bool
}

func newDrawer(app *icfg.Program, kind string, rng *rand.Rand) *drawer {
	d := &drawer{app: app, kind: kind, rng: rng, own: ownPrefix(app)}
	d.callbacks, d.used = map[string][]*icfg.Callback{}, map[*dex.Method]bool{}
	launcher := slices.IndexFunc(app.Components, func(c icfg.Component) bool { return c.Launcher })
	if launcher < 0 {
		return d
	}
	possible := forward(app, app.Component(launcher))
	for i := range app.Callbacks {
		cb := &app.Callbacks[i]
		at := app.Method(cb.Method)
		if !possible[at] || !d.isOwn(app.Calls.Method(cb.Method)) {
			continue
		}
		sort := sortOf(app, cb, app.Runs(launcher, cb.Method))
		if sort == "" && kind == kindGuard && inActivity(app, cb) {
			sort = "first"
		}
		if sort != "" {
			d.callbacks[sort] = append(d.callbacks[sort], cb)
		}
	}
	for sort := range d.callbacks {
		d.sorts = append(d.sorts, sort)
	}
	slices.Sort(d.sorts)
	return d
}

// ownPrefix is what the classes of the launcher's vendor begin with.
func ownPrefix(app *icfg.Program) string {
	parts := strings.Split(app.Manifest.Package, ".")
	if launcher := app.Manifest.Launcher(); launcher != nil && !strings.HasPrefix(launcher.Name, app.Manifest.Package) {
		parts = strings.Split(launcher.Name, ".")
	}
	return "L" + strings.Join(parts[:min(2, len(parts))], "/") + "/"
}

// coverage is the package of what the AndroTest collection added to its apps to measure coverage.
const coverage = "/EmmaInstrument/"

// isOwn says whether a method is the app's own code.
func (d *drawer) isOwn(m *dex.Method) bool {
	return strings.HasPrefix(m.Class.Descriptor, d.own) && !strings.Contains(m.Class.Descriptor, coverage)
}

// forward are the nodes that a component makes possible, others that it starts included.
func forward(app *icfg.Program, from icfg.Node) map[icfg.Node]bool {
	seen := map[icfg.Node]bool{from: true}
	for list := []icfg.Node{from}; len(list) > 0; {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for e := range app.Succs(n) {
			if !seen[e.To] {
				seen[e.To] = true
				list = append(list, e.To)
			}
		}
	}
	return seen
}

// sortOf is the kind of step that a callback is, "" if it is none of those that lie several steps from
// the launcher: what is simply touched on the first screen, and what comes by itself there.
func sortOf(app *icfg.Program, cb *icfg.Callback, first bool) string {
	name := app.Calls.Method(cb.Method).Name
	switch {
	case !inActivity(app, cb) || first && (strings.HasPrefix(name, "onCreate") || strings.HasPrefix(name, "onPrepare")):
		return ""
	case cb.Role == "menu" || cb.Role == "dialog" || cb.Role == "preference" || cb.Role == "item" || cb.Role == "result":
		return cb.Role
	case first:
		return ""
	case cb.Role == "lifecycle":
		return "screen"
	case cb.Role == "text" || cb.Role == "check":
		return "form"
	case appcode.IsEvent(cb.Role):
		return "deep"
	case cb.Role == "async":
		return cb.Role
	}
	return ""
}

// inActivity says whether a callback is one of an activity.
func inActivity(app *icfg.Program, cb *icfg.Callback) bool {
	return slices.ContainsFunc(cb.Components, func(c int) bool { return app.Components[c].Kind == icfg.Activity })
}

// attempts bounds how often a place is drawn anew, since what was drawn has no line that can throw.
const attempts = 3000

// place draws a place: a sort, a callback of it, a method that it calls some levels down, a line.
func (d *drawer) place() (*place, bool) {
	if len(d.sorts) == 0 {
		return nil, false
	}
	for i := range attempts {
		// Checks for null are most of all, and many of values that never are: the first half is for others.
		null := d.kind == kindThrow || i >= attempts/2
		sort := d.sorts[d.rng.Intn(len(d.sorts))]
		cb := d.callbacks[sort][d.rng.Intn(len(d.callbacks[sort]))]
		p := &place{sort: sort, chain: d.descend(cb.Method)}
		last := &p.chain[len(p.chain)-1]
		f, ok := d.fault(last.method)
		if !ok || d.used[last.method] || !null && f.what == whatNull {
			continue
		}
		last.pc, p.fault = f.pc, f
		d.used[last.method] = true
		return p, true
	}
	return nil, false
}

// descend follows calls of a callback to own methods, by chance up to three levels. Calls inside a try
// are not followed: the app may catch there what is thrown below.
func (d *drawer) descend(from callgraph.MethodID) []site {
	chain := []site{{method: d.app.Calls.Method(from)}}
	for at := from; len(chain) <= 3 && d.rng.Intn(2) > 0; {
		last := &chain[len(chain)-1]
		var calls []callgraph.Edge
		for _, e := range d.app.Calls.Out(at) {
			to := d.app.Calls.Method(e.To)
			inChain := slices.ContainsFunc(chain, func(s site) bool { return s.method == to })
			if e.Kind == callgraph.Call && d.isOwn(to) && !inChain && !inTry(last.method, e.PC) &&
				last.method.Code().Line(e.PC) > 0 {
				calls = append(calls, e)
			}
		}
		if len(calls) == 0 {
			break
		}
		e := calls[d.rng.Intn(len(calls))]
		last.pc = e.PC
		chain, at = append(chain, site{method: d.app.Calls.Method(e.To)}), e.To
	}
	return chain
}

// fault draws what goes wrong in a method.
func (d *drawer) fault(m *dex.Method) (fault, bool) {
	if d.kind == kindThrow {
		return d.line(m)
	}
	if m.Code() == nil || m.IsClassInit() {
		return fault{}, false
	}
	all := append(guards(m), catches(m)...)
	all = slices.DeleteFunc(all, func(f fault) bool { return m.Code().Line(f.pc) <= 0 })
	if len(all) == 0 {
		return fault{}, false
	}
	return all[d.rng.Intn(len(all))], true
}

// line draws a line of a method that can be made to throw, two times of three one behind a branch if
// there is one.
func (d *drawer) line(m *dex.Method) (fault, bool) {
	c := m.Code()
	if c == nil || m.IsConstructor() || m.IsClassInit() || c.Registers < 2 {
		return fault{}, false
	}
	thrown := findThrowable(c.File)
	all := rooms(m, len(thrown.units()))
	behind := slices.DeleteFunc(slices.Clone(all), func(r room) bool { return !behindBranch(c, r.start) })
	if len(behind) > 0 && d.rng.Intn(3) > 0 {
		all = behind
	}
	if len(all) == 0 {
		return fault{}, false
	}
	return thrown.fault(all[d.rng.Intn(len(all))]), true
}

// behindBranch says whether a branch comes before a position, so that it may not run at all.
func behindBranch(c *dex.Code, pc uint32) bool {
	for in := range c.Insns() {
		if in.Off >= pc {
			return false
		}
		if in.Op.Branches() && in.Op.Continues() || in.Op.Switches() {
			return true
		}
	}
	return false
}

// inTry says whether what is thrown at a position may be caught in its method.
func inTry(m *dex.Method, pc uint32) bool {
	return slices.ContainsFunc(m.Code().Tries(), func(t dex.Try) bool { return t.Start <= pc && pc < t.End })
}
