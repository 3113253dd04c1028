package invariance

import (
	"cmp"
	"slices"
	"strings"

	"talpa/fuzz/event"
	"talpa/fuzz/oracle"
	"talpa/fuzz/ui"
)

// run is one run of the app from cleared data.
type run struct {
	actions []action
	// pages are what is shown before each action, and after the last one; nil before
	// the app is started.
	pages []*page
	// steps are the numbers of the actions in the script, and of what came after the last.
	steps []int
}

// now is what is shown after the last action.
func (r *run) now() *page {
	if len(r.pages) == 0 {
		return nil
	}
	return r.pages[len(r.pages)-1]
}

// add takes an action that led to a page.
func (r *run) add(d action, to *page) { r.played(d, to, len(r.actions)) }

// played takes an action that led to a page, and its number in the script.
func (r *run) played(d action, to *page, step int) {
	if len(r.actions) == 0 {
		r.pages, r.steps = []*page{nil}, []int{step}
	}
	r.actions = append(r.actions, d)
	r.pages = append(r.pages, to)
	r.steps[len(r.steps)-1] = step
	r.steps = append(r.steps, step+1)
}

// gist is the run without the actions that changed nothing: a generator tries much, such
// as all that a welcome dialog has.
func (r *run) gist() run {
	var out run
	for i, d := range r.actions {
		if i == 0 || r.pages[i].differs(r.pages[i+1]) {
			out.add(d, r.pages[i+1])
		}
	}
	return out
}

// trial is a seed and a mutant of it. Where the seed is not known from another
// episode, the run under way is the seed's until the data are cleared.
type trial struct {
	seed     run
	mutant   run // the run underway
	step     int // the number of the next event in the script
	volatile map[thing]bool
	// broken says that nothing can be judged any more: the app died, a screen could
	// not be read, or an event is none that a test may have.
	broken bool
	found  bool // a loss: one is told of each mutant
}

// add takes the next step.
func (t *trial) add(s oracle.Step) {
	if t.broken {
		return
	}
	t.step++
	if s.Event.Kind == event.ClearData && len(t.seed.actions) == 0 && !s.Refused {
		t.seed, t.mutant = t.mutant, run{}
		return
	}
	if s.Event.Kind == event.Wait && !s.Refused && s.Alive && s.After != nil && len(t.mutant.pages) > 1 {
		last := len(t.mutant.pages) - 1
		t.mutant.pages[last] = read(s.After, s.Package)
		t.mutant.pages[last].waited = true
		t.mutant.steps[last] = t.step
		return
	}
	d, ok := t.mutant.now().action(s.Event)
	if !ok || s.Refused || !s.Alive || s.After == nil || !plain(s.Event) {
		t.broken = true
		return
	}
	t.mutant.played(d, read(s.After, s.Package), t.step-1)
}

// judge compares the two runs as far as the mutant has come (rule D8). The
// inserted actions begin where the mutant first leaves the seed, since they begin on
// a view that the seed does not use; where they end is tried, the longest rest of
// the seed first.
func (t *trial) judge() *loss {
	if t.broken || t.found || len(t.seed.actions) == 0 {
		return nil
	}
	seed, mutant := t.seed.actions, t.mutant.actions
	p := 0
	for p < len(seed) && p < len(mutant) && same(seed[p], mutant[p]) {
		p++
	}
	for rest := min(len(mutant)-p-1, len(seed)-p); rest > 0; rest-- {
		length := len(mutant) - p - rest
		if slices.EqualFunc(mutant[len(mutant)-rest:], seed[p:p+rest], same) && t.connects(p, length) {
			return t.compare(p, length, p+rest)
		}
	}
	return nil
}

// connects says whether the actions of the mutant from p on, so many, are independent
// of the seed (D3) and come back to the pivot (D5).
func (t *trial) connects(p, length int) bool {
	pivot := t.mutant.pages[p]
	for i, d := range t.mutant.actions[p : p+length] {
		if now := t.mutant.pages[p+i]; now == nil || now.disturbs(d, &t.seed, p) {
			return false
		}
	}
	if !pivot.differs(t.mutant.pages[p+1]) && pivot.structure() == t.mutant.pages[p+1].structure() {
		return false // it did nothing but take time
	}
	return !t.seed.uses(p) && returned(t.seed.pages[p], pivot) && returned(pivot, t.mutant.pages[p+length]) &&
		pivot.independent(t.mutant.actions[p], pivot.active(&t.seed, p))
}

// compare looks for an effect on the page that the seed shows before action to,
// nearest causes first. Pages on which a snackbar lies wait until it is gone.
func (t *trial) compare(p, length, to int) *loss {
	after := pair{t.seed.pages[to], t.mutant.pages[to+length]}
	if after.mutant.clears() && !after.seed.bar {
		return nil
	}
	between := func(from int, l loss) *loss {
		l.twice = t.twice(p, length, to, l)
		l.activity = after.seed.Activity
		l.inserted = t.mutant.actions[p : p+length]
		l.between = t.seed.actions[from:to]
		return &l
	}
	if l, ok := t.undone(p, length); ok {
		l.twice = t.twice(p, length, p, l)
		l.activity, l.inserted = t.seed.pages[p].Activity, t.mutant.actions[p:p+length]
		return &l
	}
	theirs := t.rowsOf(p, length)
	last := pair{t.seed.pages[to-1], t.mutant.pages[to-1+length]}
	if l, ok := opened(t.seed.actions[to-1], last, after, theirs, t.volatile); ok {
		return between(to-1, l)
	}
	if !alike(after.seed, after.mutant) {
		if !after.seed.sameWindow(after.mutant) {
			t.broken = true // what follows happens elsewhere
		}
		return nil
	}
	for from := to - 1; from >= p; from-- {
		before := pair{t.seed.pages[from], t.mutant.pages[from+length]}
		if !alike(before.seed, before.mutant) || !alike(before.seed, after.seed) {
			continue
		}
		lost := slices.DeleteFunc(lostEffects(before, after, t.volatile), func(l loss) bool {
			return theirs[l.thing.words] || theirs[l.thing.row] ||
				slices.ContainsFunc(t.mutant.pages[from+1+length:to+1+length], func(p *page) bool {
					return p.speaksOf(l.thing.kind(), theirs)
				}) ||
				after.mutant.typed(l.thing.kind(), t.mutant.actions[p:p+length])
		})
		if len(lost) == 0 {
			continue
		}
		return between(from, slices.MinFunc(lost, func(a, b loss) int { return cmp.Compare(a.order(), b.order()) }))
	}
	return nil
}

// rowsOf names the rows that the inserted events, so many from action p on, do something with, and what else they
// touch: what becomes of these is theirs.
func (t *trial) rowsOf(p, length int) map[string]bool {
	names := map[string]bool{}
	for k := p; k < p+length; k++ {
		now := t.mutant.pages[k]
		i, ok := now.find(t.mutant.actions[k].view)
		if !ok {
			continue
		}
		for _, name := range []string{now.named(i), says(&now.Widgets[i])} {
			if name != "" {
				names[name] = true
			}
		}
	}
	return names
}

// speaksOf says whether the page shows one of a kind, outside of rows, and it says one of the names: a line that says
// what was done last.
func (p *page) speaksOf(kind thing, names map[string]bool) bool {
	shown := p.of(kind)
	return len(shown) == 1 && !kind.listed && names[shown[0].words]
}

// typed says whether the page shows, of a kind, what one of the actions typed: a new card is the next one now.
func (p *page) typed(kind thing, actions []action) bool {
	shown := p.of(kind)
	return slices.ContainsFunc(actions, func(d action) bool {
		words := says(&ui.Widget{Text: d.event.Value})
		return d.event.Kind == event.Text && words != "" &&
			slices.ContainsFunc(shown, func(k thing) bool { return strings.Contains(k.words, words) })
	})
}

// twice says how seed and mutant correspond, and where they differ after the seed's action to.
func (t *trial) twice(p, length, to int, l loss) *oracle.Twice {
	seed, mutant := t.seed.steps, t.mutant.steps
	var w oracle.Twice
	for i := range p {
		w.Pairs = append(w.Pairs, [2]int{seed[i], mutant[i]})
	}
	for i := p; i < p+length; i++ {
		w.Pairs = append(w.Pairs, [2]int{-1, mutant[i]})
	}
	for i := p; i <= to; i++ {
		w.Pairs = append(w.Pairs, [2]int{seed[i], mutant[i+length]})
	}
	w.Lost[0] = oracle.Place{Step: seed[to], Bounds: t.seed.pages[to].place(l, true)}
	w.Lost[1] = oracle.Place{Step: mutant[to+length], Bounds: t.mutant.pages[to+length].place(l, false)}
	return &w
}
