package origin

import (
	"talpa/cfg"
	"talpa/dex"
)

// maxCached bounds the analyses that a Cache keeps; beyond it, it starts anew.
const maxCached = 4096

// Cache analyses methods when they are first asked for. It is not safe for
// concurrent use.
type Cache struct {
	known map[*dex.Method]*Analysis
}

// Of returns the analysis of a method; nil if it has no code or is too big.
func (c *Cache) Of(m *dex.Method) *Analysis {
	if a, ok := c.known[m]; ok {
		return a
	}
	if c.known == nil || len(c.known) >= maxCached {
		c.known = map[*dex.Method]*Analysis{}
	}
	var a *Analysis
	if g, err := cfg.New(m); err == nil {
		a = Analyze(g)
	}
	c.known[m] = a
	return a
}
