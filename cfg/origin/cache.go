package origin

import (
	"talpa/cfg"
	"talpa/dex"
)

// maxCached bounds the analyses that a Cache keeps of its own; beyond it, it starts
// anew.
const maxCached = 4096

// Cache analyses methods when they are first asked for. It is not safe for
// concurrent use; Freeze and Analyses.Cache give another goroutine one of its own
// that starts from what this one knows.
type Cache struct {
	// Constants tells the fields that stand for numbers; nil knows none.
	Constants *Constants

	known  map[*dex.Method]*Analysis
	shared Analyses
}

// Analyses are those that a Cache knew when it was frozen. They do not change, and any number of
// caches may share them. An Analysis that several caches know is forked by each before it answers,
// since the state last asked for is in it.
type Analyses struct {
	known map[*dex.Method]*Analysis
}

// Freeze hands over what the cache knows, and ends its use.
func (c *Cache) Freeze() Analyses {
	a := Analyses{c.known}
	*c = Cache{}
	return a
}

// Cache returns a cache that knows the analyses from the start.
func (a Analyses) Cache(constants *Constants) Cache { return Cache{Constants: constants, shared: a} }

// Of returns the analysis of a method; nil if it has no code or is too big.
func (c *Cache) Of(m *dex.Method) *Analysis {
	if a, ok := c.known[m]; ok {
		return a
	}
	if c.known == nil || len(c.known) >= maxCached {
		c.known = map[*dex.Method]*Analysis{}
	}
	a, ok := c.shared.known[m]
	if !ok {
		if g, err := cfg.New(m); err == nil {
			a = Analyze(g)
		}
	} else if a != nil {
		a = a.Fork() // others read the shared one as well
	}
	if a != nil {
		a.constants = c.Constants
	}
	c.known[m] = a
	return a
}
