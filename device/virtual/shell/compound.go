package shell

import (
	"context"
	"fmt"
	"path"
	"strings"
)

// compound is a command made of lists: if, while, until, for or case.
type compound struct {
	kind  string
	conds []list // of if (one for each body, but not for else), while and until
	body  []list
	name  string // the variable of for
	words []word // what for goes through, or the one word of case
	arms  []arm
}

// arm is one choice of a case.
type arm struct {
	patterns []word
	body     list
}

// reserved are the words that begin a compound command.
var reserved = []string{"if", "while", "until", "for", "case"}

// keyword says whether the unquoted word k stands here.
func (p *parser) keyword(k string) bool {
	rest, ok := strings.CutPrefix(p.src[p.at:], k)
	return ok && (rest == "" || strings.ContainsRune(" \t\r\n;&|<>()", rune(rest[0])))
}

// ends says whether one of the marks that end a list stands here: an operator or a keyword.
func (p *parser) ends(marks []string) bool {
	for _, m := range marks {
		letter := m[0] >= 'a' && m[0] <= 'z'
		if letter && p.keyword(m) || !letter && strings.HasPrefix(p.src[p.at:], m) {
			return true
		}
	}
	return false
}

// expect takes a keyword.
func (p *parser) expect(k string) error {
	p.space(true)
	if !p.keyword(k) {
		return fmt.Errorf("%w: %q expected", errSyntax, k)
	}
	p.at += len(k)
	return nil
}

// part reads a list that is not empty, up to one of the marks.
func (p *parser) part(marks ...string) (list, error) {
	l, err := p.list(marks...)
	if err == nil && (len(l) == 0 || p.at >= len(p.src)) {
		err = p.unexpected()
	}
	return l, err
}

// compound reads a compound command that begins with the keyword kind.
func (p *parser) compound(kind string) (command, error) {
	p.at += len(kind)
	c := &compound{kind: kind}
	var err error
	switch kind {
	case "if":
		err = p.branches(c)
	case "while", "until":
		err = p.loop(c)
	case "for":
		err = p.forLoop(c)
	case "case":
		err = p.choices(c)
	}
	if err != nil {
		return command{}, err
	}
	return p.redirected(command{compound: c})
}

func (p *parser) branches(c *compound) error {
	for {
		cond, err := p.part("then")
		if err != nil {
			return err
		}
		if err := p.expect("then"); err != nil {
			return err
		}
		body, err := p.part("elif", "else", "fi")
		if err != nil {
			return err
		}
		c.conds, c.body = append(c.conds, cond), append(c.body, body)
		switch {
		case p.keyword("elif"):
			p.at += len("elif")
			continue
		case p.keyword("else"):
			p.at += len("else")
			if body, err = p.part("fi"); err != nil {
				return err
			}
			c.body = append(c.body, body)
		}
		return p.expect("fi")
	}
}

func (p *parser) loop(c *compound) error {
	cond, err := p.part("do")
	if err != nil {
		return err
	}
	c.conds = []list{cond}
	return p.doneBody(c)
}

// doneBody reads "do list done".
func (p *parser) doneBody(c *compound) error {
	if err := p.expect("do"); err != nil {
		return err
	}
	body, err := p.part("done")
	c.body = []list{body}
	if err != nil {
		return err
	}
	return p.expect("done")
}

func (p *parser) forLoop(c *compound) error {
	p.space(false)
	if c.name = nameAt(p.src[p.at:]); c.name == "" {
		return p.unexpected()
	}
	p.at += len(c.name)
	p.space(true)
	if p.keyword("in") {
		p.at += len("in")
		for {
			p.space(false)
			w, err := p.word()
			if err != nil {
				return err
			}
			if len(w) == 0 {
				break
			}
			c.words = append(c.words, w)
		}
	}
	p.space(false)
	if strings.HasPrefix(p.src[p.at:], ";") {
		p.at++
	}
	return p.doneBody(c)
}

func (p *parser) choices(c *compound) error {
	p.space(false)
	subject, err := p.word()
	if err != nil {
		return err
	}
	c.words = []word{subject}
	if err := p.expect("in"); err != nil {
		return err
	}
	for {
		p.space(true)
		if p.keyword("esac") || p.at >= len(p.src) {
			return p.expect("esac")
		}
		a, err := p.choice()
		if err != nil {
			return err
		}
		c.arms = append(c.arms, a)
	}
}

// choice reads "[(] pattern [| pattern] ) list [;;]".
func (p *parser) choice() (arm, error) {
	var a arm
	if p.src[p.at] == '(' {
		p.at++
	}
	for {
		p.space(false)
		w, err := p.word()
		if err != nil {
			return a, err
		}
		a.patterns = append(a.patterns, w)
		p.space(false)
		if !strings.HasPrefix(p.src[p.at:], "|") {
			break
		}
		p.at++
	}
	if !strings.HasPrefix(p.src[p.at:], ")") {
		return a, p.unexpected()
	}
	p.at++
	var err error
	if a.body, err = p.list(";;", "esac"); err == nil && strings.HasPrefix(p.src[p.at:], ";;") {
		p.at += len(";;")
	}
	return a, err
}

// compound runs a compound command.
func (s *session) compound(ctx context.Context, c *compound, std stdio) {
	switch c.kind {
	case "if":
		s.branch(ctx, c, std)
	case "while", "until":
		s.repeat(ctx, c, std)
	case "for":
		s.forEach(ctx, c, std)
	case "case":
		s.choose(ctx, c, std)
	}
}

func (s *session) branch(ctx context.Context, c *compound, std stdio) {
	for i, cond := range c.conds {
		s.list(ctx, cond, std)
		if s.left() {
			return
		}
		if s.status == 0 {
			s.list(ctx, c.body[i], std)
			return
		}
	}
	s.status = 0
	if len(c.body) > len(c.conds) {
		s.list(ctx, c.body[len(c.conds)], std)
	}
}

func (s *session) repeat(ctx context.Context, c *compound, std stdio) {
	s.loops++
	defer func() { s.loops-- }()
	status := 0
	for {
		s.list(ctx, c.conds[0], std)
		if s.left() || (s.status == 0) == (c.kind == "until") {
			break
		}
		s.list(ctx, c.body[0], std)
		status = s.status
		if s.leaveLoop() {
			break
		}
	}
	if !s.exiting {
		s.status = status
	}
}

func (s *session) forEach(ctx context.Context, c *compound, std stdio) {
	var values []string
	for _, w := range c.words {
		if values = append(values, s.expand(ctx, w, std, true)...); len(values) > maxFields {
			fmt.Fprintln(std.err, "sh: argument list too long")
			s.status = exitMisuse
			return
		}
	}
	s.loops++
	defer func() { s.loops-- }()
	s.status = 0
	for _, v := range values {
		s.env[c.name] = v
		s.list(ctx, c.body[0], std)
		if s.leaveLoop() {
			break
		}
	}
}

func (s *session) choose(ctx context.Context, c *compound, std stdio) {
	subject := strings.Join(s.expand(ctx, c.words[0], std, false), " ")
	s.status = 0
	for _, a := range c.arms {
		for _, w := range a.patterns {
			if matches(s.fields(ctx, w, std, false)[0].pattern, subject) {
				s.list(ctx, a.body, std)
				return
			}
		}
	}
}

// matches compares a text with a pattern. A slash is a character like others
// here, which it is not in file names.
func matches(pattern, text string) bool {
	hide := strings.NewReplacer("/", "\x00")
	ok, err := path.Match(hide.Replace(pattern), hide.Replace(text))
	return err == nil && ok
}

// left says whether what runs is on its way out, of a loop or of the shell.
func (s *session) left() bool { return s.exiting || s.leave > 0 }

// leaveLoop ends a round of a loop: true if the loop is to be left.
func (s *session) leaveLoop() bool {
	if s.leave == 0 {
		return s.exiting
	}
	if s.leave--; s.leave == 0 && s.again {
		s.again = false
		return false
	}
	return true
}
