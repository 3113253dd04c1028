package press

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"talpa/fuzz/event"
	"talpa/fuzz/gen"
	"talpa/fuzz/gen/guided/front"
	"talpa/fuzz/gen/guided/naming"
	"talpa/fuzz/gen/guided/relevance"
	"talpa/fuzz/gen/guided/settings"
	"talpa/fuzz/gen/guided/transition"
	"talpa/fuzz/ui/uitest"
)

// of are the presses of a screen with nodes of a dump, Back and a key, none of them tried.
func of(t *testing.T, nodes ...string) Presses {
	t.Helper()
	f := front.Front{Screen: uitest.Screen(t, "Main", nodes...)}
	f.At = relevance.New(nil).Place(f.Screen)
	for _, c := range gen.Candidates(f.Screen) {
		f.Offers = append(f.Offers, transition.Offer{Candidate: c, Factor: 1})
	}
	for _, e := range []event.Event{{Kind: event.Back}, {Kind: event.Key, Arg: "HEADSETHOOK"}} {
		c := gen.Candidate{Event: e, Key: gen.KeyOf(e), Weight: 1}
		f.Offers = append(f.Offers, transition.Offer{Candidate: c, System: true, Factor: 1})
	}
	graph, rows := transition.New(), transition.Rows{}
	here := graph.Node(f.Screen)
	here.Update(f.Offers, graph)
	return Presses{Front: f, Activity: "Main", Rows: rows, Rng: rand.New(rand.NewSource(1)),
		Action: func(offer int) *transition.Action { return here.ByKey[f.Offers[offer].Key] }}
}

// node is a widget of a dump with a text, in a line of its own.
func node(line, class, text, more string) string {
	return `<node class="android.widget.` + class + `" package="p" enabled="true" clickable="true" text="` + text +
		`" bounds="[0,` + line + `00][400,` + line + `99]" ` + more + `/>`
}

// after has what is called so tried, or crash.
func (p Presses) after(text, crash string) {
	for i := range p.Offers {
		if strings.EqualFold(p.Offers[i].Label, text) {
			p.Action(i).Observe(nil, gen.Outcome{Crash: crash}, 0)
			return
		}
	}
}

// shares are how often the offers of a hundred draws were pressed, by what stands on them.
func (p Presses) shares(draw func() int) map[string]int {
	n := map[string]int{}
	for range 100 {
		if i := draw(); i < 0 {
			n["none"]++
		} else {
			n[p.Offers[i].Label]++
		}
	}
	return n
}

const checkable, checked = `checkable="true" `, `checkable="true" checked="true" `

func TestAnswer_triedAndCrashingPressesComeLast(t *testing.T) {
	t.Parallel()
	p := of(t, node("1", "Button", "yes", ""), node("2", "Button", "no", ""), node("3", "Button", "deadly", ""))
	for range 4 {
		p.after("yes", "")
	}
	p.after("deadly", "java.lang.Error")
	n := p.shares(p.Answer)
	if n["no"] < 2*n["yes"] || n["deadly"] > 10 || n["none"] > 0 {
		t.Errorf("pressed %v", n)
	}
}

func TestOtherChoice_isNotChecked(t *testing.T) {
	t.Parallel()
	p := of(t, node("1", "RadioButton", "old", checked), node("2", "RadioButton", "new", checkable), node("3", "Button", "ok", ""))
	if n := p.shares(p.OtherChoice); n["new"] != 100 {
		t.Errorf("pressed %v", n)
	}
}

func TestNamed_isNotWhatTheSettingIs(t *testing.T) {
	t.Parallel()
	p := of(t, node("1", "TextView", "Save", ""), node("2", "TextView", "None", ""), node("3", "TextView", "Help", ""))
	if n := p.shares(func() int { return p.Named([]string{"none", "save"}, []string{"swipe left to", "save"}) }); n["None"] != 100 {
		t.Errorf("pressed %v", n)
	}
	if n := p.shares(func() int { return p.Named(nil, nil) }); n["none"] != 100 {
		t.Errorf("pressed %v", n)
	}
}

func TestEntry_isARowOrCanBeChecked(t *testing.T) {
	t.Parallel()
	p := of(t, node("1", "Button", "save", ""), node("2", "CheckBox", "sound", checkable))
	if n := p.shares(p.Entry); n["sound"] != 100 {
		t.Errorf("pressed %v", n)
	}
	p = of(t, node("1", "Button", "save", ""))
	if n := p.shares(p.Entry); n["none"] != 100 {
		t.Errorf("pressed %v", n)
	}
}

func TestAppeared_isNewAndCalledLikeTheWords(t *testing.T) {
	t.Parallel()
	button := func(line, text, id string) string { return node(line, "Button", text, `resource-id="p:id/`+id+`"`) }
	old := of(t, button("1", "home", "home"))
	p := of(t, button("1", "home", "home"), button("2", "remove", "remove"), button("3", "share", "share"),
		button("4", "done", "action_mode_close_button"))
	n := p.shares(func() int { return p.Appeared(old.Keys(), naming.WordsOf("removeItem"), false) })
	if n["home"] > 0 || n["done"] > 0 || n["remove"] < 2*n["share"] || n["share"] == 0 {
		t.Errorf("pressed %v", n)
	}
	if i := p.Appeared(old.Keys(), nil, true); i >= 0 {
		t.Errorf("pressed %q for a menu", p.Offers[i].Label)
	}
}

func TestExtra_lastsAndWasNotInsertedBefore(t *testing.T) {
	t.Parallel()
	p := of(t, node("1", "Button", "own", ""), node("2", "Button", "often", ""), node("3", "Button", "seldom", ""),
		node("4", "CheckBox", "box", checkable), node("5", "EditText", "field", `focusable="true"`))
	find := func(text string) int {
		return slices.IndexFunc(p.Offers, func(o transition.Offer) bool { return o.PressesWidget() && o.Label == text })
	}
	inserted := func(offer int) int {
		if offer == find("often") {
			return 3
		}
		return 0
	}
	n := p.shares(func() int { return p.Extra([]int{find("own")}, inserted) })
	if n["own"] > 0 || n["field"] > 0 || n["often"] > 5 || n["box"] <= n["seldom"] || n["seldom"] == 0 {
		t.Errorf("pressed %v", n)
	}
}

func TestValueOf_isAnotherOfTheKnownChoices(t *testing.T) {
	t.Parallel()
	p := of(t, node("1", "Button", "light", ""), node("2", "Button", "dark", ""), node("3", "Button", "black", ""),
		node("4", "Button", "cancel", ""))
	set := &settings.Setting{Choices: []string{"light", "dark", "black"}, Tried: map[string]int{"dark": 3}}
	n := p.shares(func() int { return p.ValueOf(set, relevance.New(nil).Mentions, []string{"light"}) })
	if n["black"] < 70 || n["cancel"] > 10 {
		t.Errorf("pressed %v", n)
	}
}
