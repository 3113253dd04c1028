package main

import (
	"fmt"
	"strings"
	"testing"

	"talpa/specs"
)

// names is a class whose pool has what the bodies of the tests name: 1 the exception a/E, 2
// its constructor, 3 the checker a/C.check(Object), 4 the method a/D.run(), 5 a/D.join(a/D, a/D).
func names() *class {
	return &class{name: "a/B", pool: pool{
		text: map[int]string{
			1: "a/E", 2: "a/C", 3: "a/D", 4: "<init>", 5: "()V", 6: "check", 7: "(Ljava/lang/Object;)Ljava/lang/Object;", 8: "run",
			9: "join", 10: "(La/D;La/D;)La/D;",
		},
		classes: map[int]int{1: 1, 12: 2, 13: 3},
		refs:    map[int][2]int{2: {1, 20}, 3: {12, 21}, 4: {13, 22}, 5: {13, 23}},
		pairs:   map[int][2]int{20: {4, 5}, 21: {6, 7}, 22: {8, 5}, 23: {9, 10}},
	}}
}

// throw is new a/E; dup; invokespecial; athrow: 8 bytes.
var throwE = []byte{0xbb, 0, 1, 0x59, 0xb7, 0, 2, 0xbf}

func join(parts ...[]byte) []byte {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func TestGuardsOf(t *testing.T) {
	t.Parallel()
	checkers := map[string][]specs.Throw{
		"a/C.check(Ljava/lang/Object;)Ljava/lang/Object;": {{Param: 0, Test: specs.ThrowsNull, Exception: "a.X"}},
		"a/D.join(La/D;La/D;)La/D;":                       {{Param: 1, Test: specs.ThrowsNull, Exception: "a.Y"}},
	}
	over := []byte{0, 11} // a jump over throwE
	for _, row := range []struct {
		name, desc, want string
		static           bool
		code             []byte
	}{
		{"null", "(Ljava/lang/Object;)V", "[0:null:a.E]", false, join([]byte{0x2b, 0xc7}, over, throwE, []byte{0xb1})},
		{"null throws behind", "(Ljava/lang/Object;)V", "[0:null:a.E]", false, join([]byte{0x2b, 0xc6, 0, 4, 0xb1}, throwE)},
		{"null in a static method", "(Ljava/lang/Object;)V", "[0:null:a.E]", true, join([]byte{0x2a, 0xc7}, over, throwE, []byte{0xb1})},
		{"not null throws", "(Ljava/lang/Object;)V", "[]", false, join([]byte{0x2b, 0xc6}, over, throwE, []byte{0xb1})},
		{"behind a long", "(JLjava/lang/Object;)V", "[1:null:a.E]", false, join([]byte{0x2d, 0xc7}, over, throwE, []byte{0xb1})},
		{"negative", "(I)V", "[0:negative:a.E]", false, join([]byte{0x1b, 0x9c}, over, throwE, []byte{0xb1})},
		{"zero", "(I)V", "[0:zero:a.E]", false, join([]byte{0x1b, 0x9a}, over, throwE, []byte{0xb1})},
		{"high and low", "(II)V", "[0:high:a.E 1:low:a.E]", false, join([]byte{0x1b, 0x1c, 0xa1}, over, throwE, []byte{0xb1})},
		{"two guards", "(Ljava/lang/Object;I)V", "[0:null:a.E 1:negative:a.E]", false,
			join([]byte{0x2b, 0xc7}, over, throwE, []byte{0x1c, 0x9c}, over, throwE, []byte{0xb1})},
		{"behind another branch", "(Ljava/lang/Object;I)V", "[]", false,
			join([]byte{0x1c, 0x99, 0, 3, 0x2b, 0xc7}, over, throwE, []byte{0xb1})},
		{"stored over", "(Ljava/lang/Object;)V", "[]", false, join([]byte{0x01, 0x4c, 0x2b, 0xc7}, over, throwE, []byte{0xb1})},
		{"checker", "(Ljava/lang/Object;)V", "[0:null:a.X]", false, []byte{0x2b, 0xb8, 0, 3, 0x57, 0xb1}},
		{"receiver", "(La/D;)V", "[0:null:java.lang.NullPointerException]", false, []byte{0x2b, 0xb6, 0, 4, 0xb1}},
		{"stored over on the side that throws", "(La/D;La/D;)V", "[0:null:a.E]", false,
			join([]byte{0x2b, 0xc7, 0, 13, 0x2c, 0x4c}, throwE, []byte{0x2c, 0x57, 0x2b, 0x57, 0xb1})},
		{"another parameter stored on the side that throws", "(La/D;La/D;)V", "[0:null:a.E]", false,
			join([]byte{0x2b, 0xc7, 0, 13, 0x2c, 0x4c}, throwE, []byte{0x2b, 0xb6, 0, 4, 0xb1})},
		{"a method gives another object than it checks", "(La/D;La/D;)V", "[1:null:a.Y]", false,
			[]byte{0x01, 0x2b, 0x2c, 0xb6, 0, 5, 0xb6, 0, 4, 0xb1}},
		{"a checker gives what it checked", "(Ljava/lang/Object;)V", "[0:null:a.X]", false,
			[]byte{0x2b, 0xb8, 0, 3, 0xb6, 0, 4, 0xb1}},
		{"tested, then used", "(La/D;)V", "[0:null:a.E]", false,
			join([]byte{0x2b, 0xc7}, over, throwE, []byte{0x2b, 0xb6, 0, 4, 0xb1})},
		{"empty array", "([I)V", "[0:empty:a.E 0:null:java.lang.NullPointerException]", false,
			join([]byte{0x2b, 0xbe, 0x9a}, over, throwE, []byte{0xb1})},
		{"cut short", "(I)V", "[]", false, []byte{0x1b, 0x9c, 0}},
		{"jumps out", "(I)V", "[]", false, []byte{0x1b, 0x9c, 0x7f, 0xff, 0xb1}},
		{"endless", "(I)V", "[]", false, []byte{0xa7, 0, 0}},
		{"no code", "()V", "[]", false, nil},
	} {
		got := fmt.Sprint(guardsOf(body{c: names(), code: row.code, static: row.static, desc: row.desc}, checkers))
		if got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// TestTested: each conditional jump and the side of it that throws, as a test of what it compares.
func TestTested(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		op             byte
		jumps, remains string // what is told where the jump throws, and where what follows it does
	}{
		{0x99, "0:zero:a.E", ""},                               // ifeq
		{0x9a, "", "0:zero:a.E"},                               // ifne
		{0x9b, "0:negative:a.E", ""},                           // iflt
		{0x9c, "", "0:negative:a.E"},                           // ifge
		{0x9d, "", "0:negative:a.E"},                           // ifgt
		{0x9e, "0:negative:a.E", ""},                           // ifle
		{0x9f, "", ""},                                         // if_icmpeq
		{0xa0, "", ""},                                         // if_icmpne
		{0xa1, "0:low:a.E 1:high:a.E", "0:high:a.E 1:low:a.E"}, // if_icmplt
		{0xa2, "0:high:a.E 1:low:a.E", "0:low:a.E 1:high:a.E"}, // if_icmpge
		{0xa3, "0:high:a.E 1:low:a.E", "0:low:a.E 1:high:a.E"}, // if_icmpgt
		{0xa4, "0:low:a.E 1:high:a.E", "0:high:a.E 1:low:a.E"}, // if_icmple
		{0xc6, "0:null:a.E", ""},                               // ifnull
		{0xc7, "", "0:null:a.E"},                               // ifnonnull
	} {
		for opposite, want := range map[bool]string{false: c.jumps, true: c.remains} {
			w := &guardWalk{}
			w.tested(condition{op: c.op, a: value{kind: parameter}, b: value{kind: parameter, n: 1}}, opposite, "a/E")
			if got := strings.Trim(fmt.Sprint(w.found), "[]"); got != want {
				t.Errorf("%#x, opposite %v: %q, want %q", c.op, opposite, got, want)
			}
		}
	}
}

// TestParametersOf: the types of a descriptor, and how many slots they take; a broken one ends.
func TestParametersOf(t *testing.T) {
	t.Parallel()
	for desc, want := range map[string]string{
		"()V": "", "(I)V": "I", "(JLa/B;[D)V": "J La/B; [D", "([[La/B;Z)La/C;": "[[La/B; Z", "": "", "(La/B": "L a / B",
		"([": "[",
	} {
		if got := strings.Join(parametersOf(desc), " "); got != want {
			t.Errorf("%s: %q, want %q", desc, got, want)
		}
	}
	for desc, want := range map[string]int{"J": 2, "D": 2, "I": 1, "[J": 1, "La/B;": 1} {
		if got := slots(desc); got != want {
			t.Errorf("%s takes %d slots, want %d", desc, got, want)
		}
	}
}
