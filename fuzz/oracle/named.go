package oracle

import (
	"fmt"
	"strings"
)

// Make makes the oracles of one worker, which keep state of their own.
type Make func() Panel

// known has a row for each oracle that can be asked for by name, in the order
// in which messages list them.
var known = []struct {
	name string
	make func() Oracle
}{
	{"crash", Crash},
	{"anr", ANR},
}

// Names are the words that Named knows.
func Names() []string {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.name
	}
	return names
}

// Default makes crash and ANR, which judge where nobody says otherwise.
func Default() Panel { return Panel{Crash(), ANR()} }

// Named returns how to make the oracles with the given names, each once. An
// unknown name is an error that lists the known ones; none at all is one, too.
func Named(names []string) (Make, error) {
	var makers []func() Oracle
	seen := map[string]bool{}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if seen[name] {
			continue
		}
		seen[name] = true
		found := false
		for _, k := range known {
			if k.name == name {
				makers, found = append(makers, k.make), true
			}
		}
		if !found {
			return nil, fmt.Errorf("no oracle %q: there are %s", name, strings.Join(Names(), ", "))
		}
	}
	if len(makers) == 0 {
		return nil, fmt.Errorf("no oracle is named: there are %s", strings.Join(Names(), ", "))
	}
	return func() Panel {
		panel := make(Panel, len(makers))
		for i, m := range makers {
			panel[i] = m()
		}
		return panel
	}, nil
}
