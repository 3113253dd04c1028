package icfg_test

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
)

// TestQuery_goroutines_of_one_program_agree asks one Program everything from several
// goroutines at once, each with a Query of its own and in an order of its own. The race
// detector watches; the answers must be those of one goroutine alone.
func TestQuery_goroutines_of_one_program_agree(t *testing.T) {
	t.Parallel()
	p := icfgtest.Load(t, burrow)
	want := answers(p, p.Query(), 0)
	if len(want) == 0 {
		t.Fatal("no answers")
	}
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			got := answers(p, p.Query(), g*p.Calls.Len()/4)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("goroutine %d has other answers", g)
			}
		})
	}
	all.Wait()
}

// answers are what a query says of the arguments of all calls of the app's own code; the
// methods are asked from the given one on, round.
func answers(p *icfg.Program, q *icfg.Query, first int) map[string]string {
	all := map[string]string{}
	for i := range p.Calls.Len() {
		id := callgraph.MethodID((first + i) % p.Calls.Len())
		m := p.Calls.Method(id)
		if m.Code() == nil || callgraph.Vendor(m.Class.Descriptor) != "dev/talpa/" {
			continue
		}
		for in := range m.Code().Insns() {
			if !in.Op.Invokes() || in.N == 0 {
				continue
			}
			reg := in.Reg(0)
			ids, every := q.WidgetIDs(id, in.Off, reg)
			texts, known := q.Texts(id, &in, 1)
			all[fmt.Sprintf("%s %d", m, in.Off)] = fmt.Sprint(q.ValuesAt(id, in.Off, reg), q.WidgetsAt(id, in.Off, reg),
				ids, every, texts, known, q.ArgumentText(id, &in, 1), q.Origins(id).At(in.Off, reg))
		}
	}
	return all
}
