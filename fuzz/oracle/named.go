package oracle

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
)

// Make makes the oracles of one worker, which keep state of their own. rng is for
// what they propose; it may be nil where nobody asks them, as in a replay.
type Make func(rng *rand.Rand) Panel

// New makes one oracle; rng is as for Make.
type New func(rng *rand.Rand) Oracle

// Open returns how to make an oracle that judges by a file.
type Open func(path string) (New, error)

// known has a row for each oracle that can be asked for by its name alone, in the
// order in which messages list them.
var known = []struct {
	name string
	make func() Oracle
}{
	{"crash", Crash},
	{"anr", ANR},
}

// Names are the words that Named knows without a file.
func Names() []string {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.name
	}
	return names
}

// Default makes crash and ANR, which judge where nobody says otherwise.
func Default(*rand.Rand) Panel { return Panel{Crash(), ANR()} }

// Named returns how to make the oracles with the given names, each once. One that
// judges by a file is asked for as name=path; files has how to open those. An
// unknown name is an error that lists the known ones; none at all is one, too.
func Named(names []string, files map[string]Open) (Make, error) {
	var makers []New
	seen := map[string]bool{}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if seen[name] {
			continue
		}
		seen[name] = true
		maker, err := named(name, files)
		if err != nil {
			return nil, err
		}
		makers = append(makers, maker)
	}
	if len(makers) == 0 {
		return nil, fmt.Errorf("no oracle is named: there are %s", there(files))
	}
	return func(rng *rand.Rand) Panel {
		panel := make(Panel, len(makers))
		for i, m := range makers {
			panel[i] = m(rng)
		}
		return panel
	}, nil
}

func named(name string, files map[string]Open) (New, error) {
	word, path, hasPath := strings.Cut(name, "=")
	if open, ok := files[word]; ok {
		if path == "" {
			return nil, fmt.Errorf("the oracle %s judges by a file: %s=FILE", word, word)
		}
		maker, err := open(path)
		if err != nil {
			return nil, fmt.Errorf("oracle %s: %w", word, err)
		}
		return maker, nil
	}
	for _, k := range known {
		if k.name == name {
			return func(*rand.Rand) Oracle { return k.make() }, nil
		}
		if k.name == word && hasPath {
			return nil, fmt.Errorf("the oracle %s takes no file", word)
		}
	}
	return nil, fmt.Errorf("no oracle %q: there are %s", name, there(files))
}

// there lists what can be asked for.
func there(files map[string]Open) string {
	list := Names()
	for _, word := range slices.Sorted(maps.Keys(files)) {
		list = append(list, word+"=FILE")
	}
	return strings.Join(list, ", ")
}
