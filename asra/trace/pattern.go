package trace

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked: a
// trace needs few of those that this package has, a program without a trace
// needs none. It is safe for several goroutines.
type pattern struct {
	compiled func() *regexp.Regexp
	// may says cheaply whether a text can match; nil: always. A log has many lines and
	// few traces, so that most lines are asked in vain.
	may func(s string) bool
}

// patterns are all that the package has, for the test that compiles them.
var patterns []*pattern

// lazily is regexp.MustCompile put off, for variables of the package.
func lazily(text string) *pattern {
	p := &pattern{compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
	patterns = append(patterns, p)
	return p
}

// when gives the pattern a condition that every text which it matches meets.
func (p *pattern) when(may func(s string) bool) *pattern {
	p.may = may
	return p
}

// begins is a condition for when: the text starts with one of the words.
func begins(words ...string) func(string) bool {
	return func(s string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s, w) })
	}
}

// holds is a condition for when: the text contains one of the words.
func holds(words ...string) func(string) bool {
	return func(s string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
	}
}

// fails says that the text cannot match.
func (p *pattern) fails(s string) bool { return p.may != nil && !p.may(s) }

// The methods are those of regexp.Regexp, with its results for no match where the condition
// fails: nobody can tell the two apart but by the time they take.

func (p *pattern) MatchString(s string) bool { return !p.fails(s) && p.compiled().MatchString(s) }

func (p *pattern) FindStringIndex(s string) []int {
	if p.fails(s) {
		return nil
	}
	return p.compiled().FindStringIndex(s)
}

func (p *pattern) FindStringSubmatch(s string) []string {
	if p.fails(s) {
		return nil
	}
	return p.compiled().FindStringSubmatch(s)
}

func (p *pattern) FindStringSubmatchIndex(s string) []int {
	if p.fails(s) {
		return nil
	}
	return p.compiled().FindStringSubmatchIndex(s)
}

func (p *pattern) FindAllStringIndex(s string, n int) [][]int {
	if p.fails(s) {
		return nil
	}
	return p.compiled().FindAllStringIndex(s, n)
}

func (p *pattern) ReplaceAllString(s, with string) string {
	if p.fails(s) {
		return s
	}
	return p.compiled().ReplaceAllString(s, with)
}

func (p *pattern) SubexpNames() []string { return p.compiled().SubexpNames() }

func (p *pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	if p.fails(s) {
		return s
	}
	return p.compiled().ReplaceAllStringFunc(s, with)
}
