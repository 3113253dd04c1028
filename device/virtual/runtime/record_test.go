package runtime

import "testing"

// FuzzRecorded: any answer of the agent about what ran is taken or refused.
func FuzzRecorded(f *testing.F) {
	f.Add("+\tLp/Main;\na\t()V\t1\t2\n=\t0\t0\t1\n")
	f.Add("=\t0\t1\n")
	f.Add("a\t()V\t1\n")
	f.Add("+\tx\na\tb\tc\n=\t-1\t9999999999999999999\n")
	f.Fuzz(func(t *testing.T, answer string) {
		var tables probeTables
		hits := 0
		if err := tables.read(answer, func(string, int) { hits++ }); err == nil && hits > len(answer) {
			t.Errorf("%d hits in %d bytes", hits, len(answer))
		}
	})
}
