// Package shell is the small command language behind `adb shell` on the
// embedded device: quoting, variables, command substitution, file name
// patterns, pipes, lists and redirects, with commands that are Go functions
// and files that lie inside the device's folder. It never runs a program of
// the host.
//
// It knows if, for, while, until and case, and whole-number arithmetic. Left out
// of the language of POSIX: functions, traps, aliases, parameter
// expansion beyond ${NAME}, ${#NAME}, ${NAME:-TEXT} and ${NAME:+TEXT}, and
// background jobs (a trailing & is a ;). Lines come from outside: their length
// and nesting are bounded.
//
// mvdan.cc/sh/v3 (v3.12.0) was weighed instead of the parser and runner here:
// its interpreter asks the host itself (access(2) for cd and test, user names for
// ~NAME, the host's user id) past all of its handlers, and bounds neither the
// output of a substitution nor the depth of a line.
package shell

import (
	"errors"
	"fmt"
	"strings"
)

const (
	maxLine  = 128 << 10 // bytes of a command line
	maxDepth = 16        // of groups and substitutions inside each other
)

// errSyntax is wrapped by the errors for lines that do not parse.
var errSyntax = errors.New("syntax error")

// list is pipelines and what joins each to the one before: "" ";" "&&" "||".
type list []joined

type joined struct {
	op   string
	not  bool // "!" before the pipeline
	pipe []command
}

// command is a simple command, or a group in parentheses.
type command struct {
	assigns []assign
	words   []word
	redirs  []redirect
	group   list // nil for a simple command
	// compound is set for if, for, while, until and case.
	compound *compound
	own      bool // the group has variables of its own: ( )
}

type assign struct {
	name  string
	value word
}

// redirect is "fd op target": op is one of "<", "<<", ">", ">>", ">&". The target
// of "<<" is the text itself.
type redirect struct {
	fd     int
	op     string
	target word
}

// word is the parts that make up one word.
type word []part

type partKind int

const (
	literal  partKind = iota // text
	variable                 // the value of a variable
	subst                    // what a list prints
	arith                    // the value of an expression
	length                   // the length of a variable's value
	instead                  // the value of a variable, or other if that is empty
	besides                  // other, unless the variable is empty
)

type part struct {
	kind   partKind
	text   string // text, name or expression
	other  string
	list   list
	quoted bool // no splitting, no patterns
}

// parser reads one line.
type parser struct {
	src   string
	at    int
	depth int
}

// parse parses a command line.
func parse(line string) (list, error) {
	if len(line) > maxLine {
		return nil, fmt.Errorf("%w: line of %d bytes, limit %d", errSyntax, len(line), maxLine)
	}
	p := &parser{src: line}
	l, err := p.list()
	if err == nil && p.at < len(p.src) {
		err = p.unexpected()
	}
	return l, err
}

func (p *parser) unexpected() error {
	if p.at >= len(p.src) {
		return fmt.Errorf("%w: unexpected end", errSyntax)
	}
	return fmt.Errorf("%w: unexpected %q", errSyntax, p.src[p.at])
}

// list reads pipelines up to one of the marks: ")", "}", ";;" or a keyword. Without
// marks, and in broken lines, it ends with the input.
func (p *parser) list(marks ...string) (list, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, fmt.Errorf("%w: nested too deep", errSyntax)
	}
	var l list
	op := ""
	for {
		p.space(true)
		if p.at >= len(p.src) || p.ends(marks) {
			if op == "&&" || op == "||" {
				return nil, p.unexpected()
			}
			return l, nil
		}
		j, err := p.pipeline()
		if err != nil {
			return nil, err
		}
		j.op = op
		l = append(l, j)
		p.space(false)
		switch rest := p.src[p.at:]; {
		case strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "||"):
			op = rest[:2]
			p.at += 2
		case strings.HasPrefix(rest, ";;"):
			if !p.ends(marks) {
				return nil, p.unexpected()
			}
			op = ""
		case strings.HasPrefix(rest, ";"), strings.HasPrefix(rest, "&"), strings.HasPrefix(rest, "\n"):
			op = ";"
			p.at++
		default:
			op = ""
			if rest != "" && !p.ends(marks) {
				return nil, p.unexpected()
			}
		}
	}
}

func (p *parser) pipeline() (joined, error) {
	var j joined
	if strings.HasPrefix(p.src[p.at:], "! ") {
		j.not = true
		p.at += 2
	}
	for {
		p.space(true)
		c, err := p.command()
		if err != nil {
			return joined{}, err
		}
		j.pipe = append(j.pipe, c)
		p.space(false)
		rest := p.src[p.at:]
		if !strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "||") {
			return j, nil
		}
		p.at++
	}
}

func (p *parser) command() (command, error) {
	var c command
	switch rest := p.src[p.at:]; {
	case strings.HasPrefix(rest, "("):
		return p.group(")", true)
	case strings.HasPrefix(rest, "{ "):
		return p.group("}", false)
	}
	for _, kind := range reserved {
		if p.keyword(kind) {
			return p.compound(kind)
		}
	}
	for {
		p.space(false)
		if p.at >= len(p.src) || strings.ContainsRune("|&;\n()", rune(p.src[p.at])) && !p.redirectAhead() {
			break
		}
		if r, ok, err := p.redirect(); err != nil {
			return c, err
		} else if ok {
			c.redirs = append(c.redirs, r)
			continue
		}
		if name, ok := p.assignName(); ok && len(c.words) == 0 {
			p.at += len(name) + 1
			value, err := p.word()
			if err != nil {
				return c, err
			}
			c.assigns = append(c.assigns, assign{name, value})
			continue
		}
		w, err := p.word()
		if err != nil {
			return c, err
		}
		c.words = append(c.words, w)
	}
	if len(c.words) == 0 && len(c.assigns) == 0 && len(c.redirs) == 0 {
		return c, p.unexpected()
	}
	return c, nil
}

func (p *parser) group(end string, own bool) (command, error) {
	p.at++
	l, err := p.list(end)
	if err != nil {
		return command{}, err
	}
	if !strings.HasPrefix(p.src[p.at:], end) || len(l) == 0 {
		return command{}, p.unexpected()
	}
	p.at++
	return p.redirected(command{group: l, own: own})
}

// redirected adds the redirects that follow.
func (p *parser) redirected(c command) (command, error) {
	for {
		p.space(false)
		r, ok, err := p.redirect()
		if err != nil || !ok {
			return c, err
		}
		c.redirs = append(c.redirs, r)
	}
}

// redirectAhead says whether "&>" starts here, the one redirect that begins
// like an operator.
func (p *parser) redirectAhead() bool { return strings.HasPrefix(p.src[p.at:], "&>") }

// redirect reads "[n]< > >> >&" and its target, if there is one here.
func (p *parser) redirect() (redirect, bool, error) {
	rest := p.src[p.at:]
	r := redirect{fd: -1}
	n := 0
	switch {
	case strings.HasPrefix(rest, "&>"):
		r.fd, n = 3, 1 // both outputs
	case len(rest) > 1 && rest[0] >= '0' && rest[0] <= '2' && (rest[1] == '<' || rest[1] == '>'):
		r.fd, n = int(rest[0]-'0'), 1
	}
	for _, op := range []string{">>", ">&", ">", "<<", "<"} {
		if strings.HasPrefix(rest[n:], op) {
			r.op = op
			break
		}
	}
	if r.op == "" {
		return r, false, nil
	}
	if r.fd < 0 {
		r.fd = 1
		if r.op[0] == '<' {
			r.fd = 0
		}
	}
	p.at += n + len(r.op)
	if r.op == "<<" {
		strip := strings.HasPrefix(p.src[p.at:], "-")
		if strip {
			p.at++
		}
		var err error
		r.target, err = p.here(strip)
		return r, true, err
	}
	p.space(false)
	target, err := p.word()
	if err == nil && len(target) == 0 {
		err = p.unexpected()
	}
	r.target = target
	return r, true, err
}

// assignName is the NAME of a NAME=value that starts here.
func (p *parser) assignName() (string, bool) {
	name := nameAt(p.src[p.at:])
	return name, name != "" && strings.HasPrefix(p.src[p.at+len(name):], "=")
}

// nameAt is the variable name at the start of s, "" if there is none.
func nameAt(s string) string {
	i := 0
	for i < len(s) {
		c := s[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			break
		}
		i++
	}
	return s[:i]
}

// space skips blanks and comments, and newlines if lines is set.
func (p *parser) space(lines bool) {
	for p.at < len(p.src) {
		switch c := p.src[p.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' && lines:
			p.at++
		case c == '\\' && strings.HasPrefix(p.src[p.at:], "\\\n"):
			p.at += 2
		case c == '#' && (p.at == 0 || strings.ContainsRune(" \t\n;", rune(p.src[p.at-1]))):
			for p.at < len(p.src) && p.src[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}
