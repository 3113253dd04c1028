package environment_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/asra/guide"
	"talpa/internal/workflow/environment"
	"talpa/internal/workflow/network"
)

// TestChoose states where a search begins, and what it takes turns with.
func TestChoose(t *testing.T) {
	t.Parallel()
	kitkat := &guide.Android{Levels: []int{19}, Agree: 5, Frames: 5}
	needed := &guide.Android{Levels: []int{24, 25}, Agree: 5, Frames: 5, Needed: guide.NeedLacking}
	type of = environment.Environment
	for name, test := range map[string]struct {
		asked   of
		phone   bool
		written *guide.Android
		minSDK  int
		want    []of
		says    string
	}{
		"a trace that does not tell":          {of{}, false, nil, 16, []of{{}}, ""},
		"an older one":                        {of{Network: network.Auto}, false, kitkat, 16, []of{{network.Auto, 0}, {network.Auto, 19}}, ""},
		"an older one that the crash needs":   {of{}, false, needed, 16, []of{{API: 25}}, "--api 35"},
		"the user says which":                 {of{API: 35}, false, needed, 16, []of{{API: 35}}, ""},
		"the app is not installed there":      {of{}, false, kitkat, 21, []of{{}}, ""},
		"a phone has its own":                 {of{}, true, needed, 16, []of{{}}, ""},
		"the newest is that of the framework": {of{}, false, &guide.Android{Levels: []int{35}}, 16, []of{{}}, ""},
		"no device of that level":             {of{}, false, &guide.Android{Levels: []int{15}}, 1, []of{{}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, why := environment.Choose(test.asked, test.phone, test.written, test.minSDK)
			if !slices.Equal(got, test.want) || !strings.Contains(why, test.says) || (why == "") != (test.says == "") {
				t.Errorf("%v, %q, want %v", got, why, test.want)
			}
		})
	}
}

// TestOlder: an app that does not come up has the Android tried that it was made for.
func TestOlder(t *testing.T) {
	t.Parallel()
	auto := environment.Environment{Network: network.Auto}
	for name, test := range map[string]struct {
		list        []environment.Environment
		target, min int
		want        int // 0: none
	}{
		"its target":                     {[]environment.Environment{auto}, 22, 9, 22},
		"older than any of ours":         {[]environment.Environment{auto}, 8, 3, 16},
		"that of watches":                {[]environment.Environment{auto}, 20, 9, 21},
		"as new as the framework":        {[]environment.Environment{auto}, 35, 21, 0},
		"of a later one than its target": {[]environment.Environment{auto}, 15, 23, 23},
		"the trace told of one":          {[]environment.Environment{auto, {network.Auto, 23}}, 22, 9, 0},
		"the user says which":            {[]environment.Environment{{network.Auto, 35}}, 22, 9, 0},
	} {
		got, ok := environment.Older(test.list, test.target, test.min)
		if ok != (test.want != 0) || ok && got != (environment.Environment{Network: network.Auto, API: test.want}) {
			t.Errorf("%s: %v, %v", name, got, ok)
		}
	}
}

// TestResumed: who goes on with a search begins where that one ended.
func TestResumed(t *testing.T) {
	t.Parallel()
	type of = environment.Environment
	auto, servers := of{Network: network.Auto}, of{Network: network.StandIn}
	for name, test := range map[string]struct {
		list     []of
		api      int
		standIns bool
		want     []of
	}{
		"it ended where it began":           {[]of{auto, {network.Auto, 19}}, 0, false, []of{auto, {network.Auto, 19}}},
		"it ended on the other level":       {[]of{auto, {network.Auto, 19}}, 19, false, []of{{network.Auto, 19}, auto}},
		"it ended with servers":             {[]of{auto}, 0, true, []of{servers, auto}},
		"it ended with both":                {[]of{auto, {network.Auto, 19}}, 19, true, []of{{network.StandIn, 19}, auto, servers}},
		"the user says which level":         {[]of{{API: 35}}, 19, false, []of{{API: 35}}},
		"the user wants no servers now":     {[]of{{Network: network.Off}}, 0, true, []of{{Network: network.Off}}},
		"the trace tells of another level":  {[]of{auto, {network.Auto, 23}}, 19, false, []of{auto, {network.Auto, 23}}},
		"the user wanted servers all along": {[]of{servers}, 0, true, []of{servers}},
	} {
		if got := environment.Resumed(test.list, test.api, test.standIns); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// TestBegin_Of: searches side by side begin in other environments, where there are several; of three and more one
// has stand-in servers from the beginning, if the app may look for any and nobody said what is behind its connections.
func TestBegin_Of(t *testing.T) {
	t.Parallel()
	type of = environment.Environment
	auto, older := of{Network: network.Auto}, of{Network: network.Auto, API: 23}
	servers, olderServers := of{Network: network.StandIn}, of{Network: network.StandIn, API: 23}
	for name, c := range map[string]struct {
		all  environment.Begin
		want [][]of
	}{
		"alone": {environment.Begin{List: []of{auto, older}, Searches: 1, Servers: true}, [][]of{{auto, older}}},
		"two": {environment.Begin{List: []of{auto, older}, Searches: 2, Servers: true},
			[][]of{{auto, older}, {older, auto}}},
		"one for all": {environment.Begin{List: []of{auto}, Searches: 3, Servers: false}, [][]of{{auto}, {auto}, {auto}}},
		"servers": {environment.Begin{List: []of{auto}, Searches: 3, Servers: true},
			[][]of{{auto}, {auto}, {servers, auto}}},
		"servers, both": {environment.Begin{List: []of{auto, older}, Searches: 3, Servers: true},
			[][]of{{auto, older}, {older, auto}, {servers, auto, olderServers}}},
	} {
		for number, want := range c.want {
			if got := c.all.Of(number); !slices.Equal(got, want) {
				t.Errorf("%s: %d begins with %v, want %v", name, number, got, want)
			}
		}
		if got := c.all.Of(0); got[0] != auto {
			t.Errorf("%s: the list was changed: %v", name, got)
		}
	}
}

// play has a search of so many events in each of its turns, and returns whose each hundred of events were.
func play(turns *environment.Turns[string], open func(string) bool, hundreds int) string {
	var order strings.Builder
	for range hundreds {
		turn := turns.Next(open)
		if turn == nil {
			break
		}
		turn.Spend(100)
		order.WriteString(turn.Of)
	}
	return order.String()
}

// names names the i-th environment.
func names(i int) string { return string(rune('a' + i)) }

// TestTurn_Early: the first turn may make way after 80 events, after 10 where the plan wants a server; later ones last.
func TestTurn_Early(t *testing.T) {
	t.Parallel()
	turns := environment.NewTurns([]environment.Environment{{}}, names)
	turn := turns.Present()
	if turn.Early(9, true) || !turn.Early(10, true) {
		t.Error("the first turn does not make way after 10 events for a plan that wants a server")
	}
	turn.Spend(50)
	if turn.Early(29, false) || !turn.Early(30, false) {
		t.Error("the first turn does not make way after 80 events")
	}
	turn.Spend(turn.Left())
	if turns.Next(func(string) bool { return true }); turn.Early(300, true) {
		t.Error("the second turn makes way")
	}
}

// TestTurns_double: each environment has 200 events, then each 400, and so on.
func TestTurns_double(t *testing.T) {
	t.Parallel()
	turns := environment.NewTurns([]environment.Environment{{}, {API: 23}}, names)
	always := func(string) bool { return true }
	if got, want := play(turns, always, 16), "aabbaaaabbbbaaaa"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTurns_closed: an environment in which nothing is left has no turn, and the rest of its turn is no one's.
func TestTurns_closed(t *testing.T) {
	t.Parallel()
	turns := environment.NewTurns([]environment.Environment{{}, {API: 23}}, names)
	left := 1
	open := func(of string) bool {
		if of == "a" {
			left--
			return left >= 0
		}
		return true
	}
	if got, want := play(turns, open, 4), "abbb"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if turns.Next(func(string) bool { return false }) != nil {
		t.Error("there is a turn where nothing is left")
	}
}

// TestTurns_later: what is added while a search runs comes before others have a second turn, and those that stay
// keep what they had.
func TestTurns_later(t *testing.T) {
	t.Parallel()
	auto, older := environment.Environment{Network: network.Auto}, environment.Environment{Network: network.Auto, API: 23}
	turns := environment.NewTurns([]environment.Environment{auto, older}, names)
	always := func(string) bool { return true }
	play(turns, always, 2)
	begun := func(e environment.Environment) bool { return e == auto }
	list := environment.WithStandIns(turns.Environments(), begun)
	want := []environment.Environment{auto, {Network: network.StandIn}, {Network: network.StandIn, API: 23}}
	if !slices.Equal(list, want) {
		t.Errorf("%v, want %v", list, want)
	}
	turns.Set(list, names)
	if got, want := play(turns, always, 8), "ccddaaaa"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestEnvironment_String(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		of   environment.Environment
		want string
	}{
		{environment.Environment{}, "without a network"},
		{environment.Environment{Network: network.Auto, API: 23}, "without a network, on API level 23"},
		{environment.Environment{Network: network.StandIn}, "with stand-in servers"},
		{environment.Environment{Network: network.On}, "with this computer's network"},
	} {
		if got := test.of.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
