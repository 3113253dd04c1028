package trace

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked: a
// trace needs few of those that this package has, a program without a trace
// needs none. It is safe for several goroutines.
type pattern struct{ compiled func() *regexp.Regexp }

// patterns are all that the package has, for the test that compiles them.
var patterns []*pattern

// lazily is regexp.MustCompile put off, for variables of the package.
func lazily(text string) *pattern {
	p := &pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
	patterns = append(patterns, p)
	return p
}

// The methods are those of regexp.Regexp.

func (p *pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

func (p *pattern) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

func (p *pattern) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

func (p *pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

func (p *pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

func (p *pattern) ReplaceAllString(s, with string) string {
	return p.compiled().ReplaceAllString(s, with)
}

func (p *pattern) SubexpNames() []string { return p.compiled().SubexpNames() }

func (p *pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(s, with)
}
