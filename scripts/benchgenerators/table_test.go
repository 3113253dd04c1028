package main

import (
	"strings"
	"testing"
)

// TestWrite: a row has the seeds that all generators have, crashes count once over seeds, and methods over all.
func TestWrite(t *testing.T) {
	t.Parallel()
	all := results{}
	done := func(generator string, seed int64, methods int, crashes ...string) {
		c := &cell{Methods: map[string]int{}, Crashes: map[string]int{}}
		for i := range methods {
			c.Methods[strings.Repeat("m", i+1)] = i
		}
		for _, s := range crashes {
			c.Crashes[s] = 1
		}
		all.add("apps/one.apk", generator, seed, c)
	}
	done("random", 1, 10, "npe")
	done("random", 2, 12, "npe", "ise")
	done("random", 3, 99, "late")
	done("timetravel", 1, 20, "npe")
	done("timetravel", 2, 24)
	var b strings.Builder
	if err := all.write(&b, []string{"apps/one.apk"}, []string{"random", "timetravel"}, 3); err != nil {
		t.Fatal(err)
	}
	want := "| app | random | timetravel |\n|---|---|---|\n| one | 10, 12; 2 | 20, 24; 1 |\n| sum | 22; 2 | 44; 1 |\n"
	if b.String() != want {
		t.Errorf("the table is\n%swant\n%s", b.String(), want)
	}
}
