package apktool

import (
	"strings"
	"testing"

	"talpa/dex"
	"talpa/instrument"
	"talpa/internal/golden"
)

// TestArguments_random equals what package dex counts, for any signature.
func TestArguments_random(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	types := []string{"I", "J", "D", "Z", "[J", "[[D", "Ljava/lang/String;", "[Lcom/foo/A$B;"}
	for range 500 {
		var params []string
		for range r.IntN(8) {
			params = append(params, types[r.IntN(len(types))])
		}
		signature := "f(" + strings.Join(params, "") + ")V"
		want := 0
		for _, p := range dex.Params(signature[1:]) {
			want++
			if dex.IsWide(p) {
				want++
			}
		}
		if got := parameters(signature); strings.Join(got, " ") != strings.Join(params, " ") {
			t.Fatalf("%s has the parameters %q", signature, got)
		}
		if got := arguments(signature, true); got != want || arguments(signature, false) != want+1 {
			t.Fatalf("%s takes %d registers, want %d", signature, got, want)
		}
	}
}

// TestNeutralReturn: what stands for nothing, by the type of the result.
func TestNeutralReturn(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]string{
		"V": "return-void", "I": "return v0", "Z": "return v0", "F": "return v0", "J": "return-wide v0", "D": "return-wide v0",
		"Ljava/lang/String;": "return-object v0", "[J": "return-object v0", "[[Lcom/foo/A;": "return-object v0",
	} {
		if got := neutralReturn(result); !strings.HasSuffix(got, "    "+want+"\n") {
			t.Errorf("%s: %q, want %s at its end", result, got, want)
		}
	}
}

// TestGuardCode: the prologue of a guard compares each number, and says why there can be none.
func TestGuardCode(t *testing.T) {
	t.Parallel()
	const getID, getItemID = "Landroid/view/View;->getId()I", "Landroid/view/MenuItem;->getItemId()I"
	numbers := make([]int32, maxGuarded+1)
	for name, c := range map[string]struct {
		guard     instrument.Guard
		signature string
		static    bool
		locals    int
		want      []string // parts of the code, or the reason
		fails     bool
	}{
		"view":             {instrument.Guard{Getter: getID, Values: []int32{0x7f010001, 5}}, "onClick(Landroid/view/View;)V", false, 2, []string{"if-eqz p1, :talpa_body", "invoke-virtual/range {p1 .. p1}, " + getID, "const v1, 0x7f010001", "const v1, 0x5", "return-void"}, false},
		"item_of_a_menu":   {instrument.Guard{Getter: getItemID, Values: []int32{5}}, "onItem(Landroid/view/MenuItem;)Z", false, 2, []string{"invoke-interface/range {p1 .. p1}", "return v0"}, false},
		"number_itself":    {instrument.Guard{Argument: 1, Values: []int32{5}}, "onItem(JI)V", false, 2, []string{"move/from16 v0, p3"}, false},
		"static_method":    {instrument.Guard{Argument: 0, Values: []int32{5}}, "onItem(I)V", true, 2, []string{"move/from16 v0, p0"}, false},
		"negative_number":  {instrument.Guard{Argument: 0, Values: []int32{-1}}, "onItem(I)V", true, 2, []string{"const v1, "}, false},
		"no_numbers":       {instrument.Guard{}, "onItem(I)V", false, 2, []string{"no numbers"}, true},
		"too_many_numbers": {instrument.Guard{Values: numbers}, "onItem(I)V", false, 2, []string{"too many"}, true},
		"no_such_argument": {instrument.Guard{Argument: 1, Values: []int32{5}}, "onItem(I)V", false, 2, []string{"no such argument"}, true},
		"wide_argument":    {instrument.Guard{Argument: 0, Values: []int32{5}}, "onItem(J)V", false, 2, []string{"no such argument"}, true},
		"large_frame":      {instrument.Guard{Argument: 0, Values: []int32{5}}, "onItem(I)V", false, 255, []string{"frame is too large"}, true},
	} {
		code, reason := guardCode(c.guard, "LA;", c.signature, c.static, c.locals)
		if (reason != "") != c.fails {
			t.Errorf("%s: %q", name, reason)
		}
		for _, want := range c.want {
			if !strings.Contains(code+reason, want) {
				t.Errorf("%s lacks %q:\n%s%s", name, want, code, reason)
			}
		}
		if c.fails {
			continue
		}
		if n := strings.Count(code, "if-eq v0, v1, :talpa_pruned"); n != len(c.guard.Values) {
			t.Errorf("%s compares %d numbers of %d", name, n, len(c.guard.Values))
		}
		c.guard.Probe = true
		probe, _ := guardCode(c.guard, "LA;", c.signature, c.static, c.locals)
		if before, after, _ := strings.Cut(probe, "\n    :talpa_body\n"); strings.Contains(before, "Log;->i") || after == "" {
			t.Errorf("%s: a probe logs what is rejected", name)
		}
	}
}
