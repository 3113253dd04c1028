package specs

import "fmt"

// Lifecycle is the order of life cycle calls on one kind of class, as bare
// method names. Callbacks run between Enter and Leave, any number of times;
// after Leave comes either Again, and Enter's end anew, or End.
type Lifecycle struct {
	Kind  string   // activity, fragment, service, receiver, provider, application
	Types []string // DEX type descriptors of the base classes
	Enter []string
	Leave []string
	Again []string
	End   []string
}

// Lifecycles returns the rows of lifecycles.txt. The caller must not change them.
func Lifecycles() []Lifecycle { return tables().lifecycles }

func (t *specTables) lifecycleRow(fields []string) error {
	var last *Lifecycle
	if n := len(t.lifecycles); n > 0 {
		last = &t.lifecycles[n-1]
	}
	switch {
	case last != nil && fields[0] == "enter":
		last.Enter = append(last.Enter, fields[1:]...)
	case last != nil && fields[0] == "leave":
		last.Leave = append(last.Leave, fields[1:]...)
	case last != nil && fields[0] == "again":
		last.Again = append(last.Again, fields[1:]...)
	case last != nil && fields[0] == "end":
		last.End = append(last.End, fields[1:]...)
	case last != nil && fields[0] == "callbacks" && len(fields) == 1:
	case len(fields) == 2:
		l := Lifecycle{Kind: fields[0]}
		for _, name := range expand(fields[1]) {
			l.Types = append(l.Types, descriptor(name))
		}
		t.lifecycles = append(t.lifecycles, l)
	default:
		return fmt.Errorf("unknown phase in %q", fields)
	}
	return nil
}
