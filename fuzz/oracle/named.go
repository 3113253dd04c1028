package oracle

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// Make makes the oracles of one worker, which keep state of their own. rng is for
// what they propose; it may be nil where nobody asks them, as in a replay.
type Make func(rng *rand.Rand) Panel

// New makes one oracle; rng is as for Make.
type New func(rng *rand.Rand) Oracle

// Kind is an oracle of another package that can be asked for by its name.
type Kind struct {
	Name string
	// File says that the oracle judges by a file, whose path Open is given.
	File bool
	Open func(path string) (New, error)
}

// Plain is an oracle that judges by no file.
func Plain(name string, make New) Kind {
	return Kind{Name: name, Open: func(string) (New, error) { return make, nil }}
}

// known are the oracles of this package, in the order in which messages list them.
var known = []Kind{
	Plain("crash", func(*rand.Rand) Oracle { return Crash() }),
	Plain("anr", func(*rand.Rand) Oracle { return ANR() }),
}

// Names are the words that Named knows without a file.
func Names() []string {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.Name
	}
	return names
}

// Default makes crash and ANR, which judge where nobody says otherwise.
func Default(*rand.Rand) Panel { return Panel{Crash(), ANR()} }

// Named returns how to make the oracles with the given names, each once: those of
// this package and of others. One that judges by a file is asked for as name=path.
// An unknown name is an error that lists the known ones; none at all is one, too.
func Named(names []string, others ...Kind) (Make, error) {
	kinds := slices.Concat(known, others)
	var makers []New
	seen := map[string]bool{}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if seen[name] {
			continue
		}
		seen[name] = true
		maker, err := named(name, kinds)
		if err != nil {
			return nil, err
		}
		makers = append(makers, maker)
	}
	if len(makers) == 0 {
		return nil, fmt.Errorf("no oracle is named: there are %s", there(kinds))
	}
	return func(rng *rand.Rand) Panel {
		panel := make(Panel, len(makers))
		for i, m := range makers {
			panel[i] = m(rng)
		}
		return panel
	}, nil
}

func named(name string, kinds []Kind) (New, error) {
	word, path, hasPath := strings.Cut(name, "=")
	for _, k := range kinds {
		switch {
		case k.Name != word:
			continue
		case k.File && path == "":
			return nil, fmt.Errorf("the oracle %s judges by a file: %s=FILE", word, word)
		case !k.File && hasPath:
			return nil, fmt.Errorf("the oracle %s takes no file", word)
		}
		maker, err := k.Open(path)
		if err != nil {
			return nil, fmt.Errorf("oracle %s: %w", word, err)
		}
		return maker, nil
	}
	return nil, fmt.Errorf("no oracle %q: there are %s", name, there(kinds))
}

// there lists what can be asked for.
func there(kinds []Kind) string {
	list := make([]string, len(kinds))
	for i, k := range kinds {
		list[i] = k.Name
		if k.File {
			list[i] += "=FILE"
		}
	}
	return strings.Join(list, ", ")
}
