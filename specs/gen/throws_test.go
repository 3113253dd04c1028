package main

import (
	"fmt"
	"testing"

	"talpa/specs"
)

// names is a class whose pool has what the bodies of the tests name: 1 the exception a/E, 2
// its constructor, 3 the checker a/C.check(Object), 4 the method a/D.run().
func names() *class {
	return &class{name: "a/B", pool: pool{
		text: map[int]string{
			1: "a/E", 2: "a/C", 3: "a/D", 4: "<init>", 5: "()V", 6: "check", 7: "(Ljava/lang/Object;)Ljava/lang/Object;", 8: "run",
		},
		classes: map[int]int{1: 1, 12: 2, 13: 3},
		refs:    map[int][2]int{2: {1, 20}, 3: {12, 21}, 4: {13, 22}},
		pairs:   map[int][2]int{20: {4, 5}, 21: {6, 7}, 22: {8, 5}},
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
