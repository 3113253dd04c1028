package team

import (
	"slices"
	"sync"
	"testing"

	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
)

// What one member tried counts for all, whichever goroutine it runs in.
func TestTeam(t *testing.T) {
	t.Parallel()
	const members, each = 4, 50
	shared, row, set := New(), transition.RowKey{}, &settings.Setting{Name: "sound"}
	var all sync.WaitGroup
	for range members {
		all.Add(1)
		go func() {
			defer all.Done()
			for range each {
				shared.Insert(row)
				shared.Vary(set)
			}
		}()
	}
	all.Wait()
	if n := shared.Insertions(row); n != members*each {
		t.Errorf("%d insertions, want %d", n, members*each)
	}
	if n := shared.Rounds(set); n != members*each {
		t.Errorf("%d changes of a setting, want %d", n, members*each)
	}
	if n := shared.Rounds(&settings.Setting{Name: "colour"}); n != 0 {
		t.Errorf("%d changes of another setting", n)
	}
}

// The first member has more of nothing; the next ones each of something else, then it begins again.
func TestMember_emphasized(t *testing.T) {
	t.Parallel()
	if got := (Member{}).Emphasized(); got != nil {
		t.Errorf("the first member has more of %v", got)
	}
	first := Member{Number: 1}.Emphasized()
	for n := 2; n <= len(emphases); n++ {
		if got := (Member{Number: n}).Emphasized(); len(got) == 0 || slices.Equal(got, first) {
			t.Errorf("member %d has more of %v, the first other of %v", n, got, first)
		}
	}
	if got := (Member{Number: 1 + len(emphases)}).Emphasized(); !slices.Equal(got, first) {
		t.Errorf("after all it is %v, want %v", got, first)
	}
}
