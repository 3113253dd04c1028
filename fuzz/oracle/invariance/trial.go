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

// effective is the run without the actions that changed nothing: a generator tries much, such
// as all that a welcome dialog has.
func (r *run) effective() run {
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
	restored map[thing]bool // kinds of what UNDO has brought back anywhere; nil if that is not known
	inserts  []insertion    // in the mutant, in order
	told     bool           // inserts is told, not to be guessed
	// broken says that nothing can be judged any more: the app died, a screen could
	// not be read, or an event is none that a test may have.
	broken bool
	found  bool // a loss: one is told of each mutant
}

// insertion is where events are inserted, and how many: before the seed's action at.
type insertion struct{ at, length int }

// shift is how many actions the mutant has more than the seed before the seed's page i, those inserted there included.
func (t *trial) shift(i int) int {
	n := 0
	for _, in := range t.inserts {
		if in.at <= i {
			n += in.length
		}
	}
	return n
}

// come is how many of the seed's actions the mutant has played, where nothing is being inserted.
func (t *trial) come() int { return len(t.mutant.actions) - t.shift(len(t.seed.actions)) }

// inserted are the actions of an insertion, and the page of the mutant before them.
func (t *trial) inserted(in insertion) (first int, actions []action) {
	first = in.at + t.shift(in.at) - in.length
	return first, t.mutant.actions[first : first+in.length]
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

// judge compares the two runs as far as the mutant has come (rule D8). Where the inserted actions are is known, or
// tried: they begin where the mutant first leaves the seed, since they begin on a view that the seed does not use; the
// longest rest of the seed is tried first.
func (t *trial) judge() *loss {
	if t.broken || t.found || len(t.seed.actions) == 0 {
		return nil
	}
	seed, mutant := t.seed.actions, t.mutant.actions
	if t.told {
		to := t.come()
		if n := len(t.inserts); n == 0 || to <= t.inserts[n-1].at ||
			slices.ContainsFunc(t.inserts, func(in insertion) bool { return !t.connects(in) }) {
			return nil
		}
		return t.compare(to)
	}
	p := 0
	for p < len(seed) && p < len(mutant) && same(seed[p], mutant[p]) {
		p++
	}
	for rest := min(len(mutant)-p-1, len(seed)-p); rest > 0; rest-- {
		in := insertion{p, len(mutant) - p - rest}
		t.inserts = []insertion{in}
		if slices.EqualFunc(mutant[len(mutant)-rest:], seed[p:p+rest], same) && t.connects(in) {
			return t.compare(p + rest)
		}
	}
	return nil
}

// connects says whether inserted actions are independent of the seed (D3) and come back to the pivot (D5).
func (t *trial) connects(in insertion) bool {
	p := in.at
	first, actions := t.inserted(in)
	pivot := t.mutant.pages[first]
	for i, d := range actions {
		if now := t.mutant.pages[first+i]; now == nil || now.disturbs(d, &t.seed, p) {
			return false
		}
	}
	if !pivot.differs(t.mutant.pages[first+1]) && pivot.structure() == t.mutant.pages[first+1].structure() {
		return false // it did nothing but take time
	}
	return !t.seed.uses(p) && returned(t.seed.pages[p], pivot) && returned(pivot, t.mutant.pages[first+in.length]) &&
		pivot.independent(actions[0], pivot.active(&t.seed, p))
}

// at is the page of the seed before its action i, and the mutant's.
func (t *trial) at(i int) pair { return pair{t.seed.pages[i], t.mutant.pages[i+t.shift(i)]} }

// compare looks for an effect on the page that the seed shows before action to, nearest causes first, as far back as
// nothing was inserted. Pages on which a snackbar lies wait until it is gone.
func (t *trial) compare(to int) *loss {
	last := t.inserts[len(t.inserts)-1]
	after := t.at(to)
	if after.mutant.clears() && !after.seed.bar {
		return nil
	}
	between := func(from int, l loss) *loss {
		l.twice = t.twice(to, l)
		l.activity = after.seed.Activity
		_, l.inserted = t.inserted(last)
		l.between = t.seed.actions[from:to]
		return &l
	}
	if l, ok := t.undone(last); ok {
		l.twice = t.twice(last.at, l)
		l.activity = t.seed.pages[last.at].Activity
		_, l.inserted = t.inserted(last)
		return &l
	}
	theirs := t.rowsOf()
	named := theirs
	if t.seed.goesBack(to - 1) {
		named = nil
	}
	if l, ok := opened(t.seed.actions[to-1], t.at(to-1), after, named, t.volatile); ok && !(l.dead && t.twiceDone(to-1)) {
		return between(to-1, l)
	}
	if !alike(after.seed, after.mutant) {
		if !after.seed.sameWindow(after.mutant) {
			t.broken = true // what follows happens elsewhere
		}
		return nil
	}
	for from := to - 1; from >= last.at; from-- {
		before := t.at(from)
		if !alike(before.seed, before.mutant) || !alike(before.seed, after.seed) {
			continue
		}
		lost := slices.DeleteFunc(lostEffects(before, after, t.volatile), func(l loss) bool {
			return theirs[l.thing.words] || theirs[l.thing.row] || t.takes(from, to, l.thing, theirs)
		})
		if len(lost) == 0 {
			continue
		}
		return between(from, slices.MinFunc(lost, func(a, b loss) int { return cmp.Compare(a.order(), b.order()) }))
	}
	return nil
}

// takes says whether the inserted actions are the reason for what pages show of a kind outside of rows: the two runs
// differed in it since the seed's action from; the seed's thing is one that they took away before, so that UNDO does
// not come back to it; the mutant's names what they touched, or what they typed.
func (t *trial) takes(from, to int, k thing, theirs map[string]bool) bool {
	kind := k.kind()
	for i := t.inserts[0].at; i <= to; i++ {
		now := t.at(i)
		if i > from && i < to && !now.agree(kind) ||
			i < to && !k.listed && now.seed.things[k] > 0 && now.mutant.things[k] == 0 {
			return true
		}
	}
	if t.at(to).mutant.speaksOf(kind, theirs) {
		return true
	}
	return slices.ContainsFunc(t.inserts, func(in insertion) bool {
		_, actions := t.inserted(in)
		return t.at(to).mutant.typed(kind, actions)
	})
}

// twiceDone says whether the inserted actions do the seed's action k, too: a form may refuse what was saved before.
func (t *trial) twiceDone(k int) bool {
	return slices.ContainsFunc(t.inserts, func(in insertion) bool {
		_, actions := t.inserted(in)
		return in.at <= k && slices.ContainsFunc(actions, func(d action) bool { return same(d, t.seed.actions[k]) })
	})
}

// suspects are the scripts that may show what a mutant lacks: the seed with a pause, and from cleared data a mutant
// with one of the insertions, the last one first.
func (t *trial) suspects() [][]action {
	seed, to := t.seed.actions, t.come()
	var list [][]action
	for _, in := range slices.Backward(t.inserts) {
		_, actions := t.inserted(in)
		list = append(list, slices.Concat(
			seed[:in.at], []action{{event: pause(in.length)}}, seed[in.at:],
			[]action{{event: event.Event{Kind: event.ClearData}}},
			seed[:in.at], actions, seed[in.at:to]))
	}
	return list
}

// rowsOf names the rows that the inserted events do something with, and what else they touch: what becomes of these is
// theirs.
func (t *trial) rowsOf() map[string]bool {
	names := map[string]bool{}
	for _, in := range t.inserts {
		first, actions := t.inserted(in)
		for k, d := range actions {
			now := t.mutant.pages[first+k]
			i, ok := now.find(d.view)
			if !ok {
				continue
			}
			for _, name := range []string{now.named(i), says(&now.Widgets[i])} {
				if name != "" {
					names[name] = true
				}
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
func (t *trial) twice(to int, l loss) *oracle.Twice {
	seed, mutant := t.seed.steps, t.mutant.steps
	var w oracle.Twice
	for i := range to + 1 {
		for _, in := range t.inserts {
			if first, actions := t.inserted(in); in.at == i {
				for k := range actions {
					w.Pairs = append(w.Pairs, [2]int{-1, mutant[first+k]})
				}
			}
		}
		w.Pairs = append(w.Pairs, [2]int{seed[i], mutant[i+t.shift(i)]})
	}
	at := t.at(to)
	w.Lost[0] = oracle.Place{Step: seed[to], Bounds: at.seed.place(l, true)}
	w.Lost[1] = oracle.Place{Step: mutant[to+t.shift(to)], Bounds: at.mutant.place(l, false)}
	return &w
}
