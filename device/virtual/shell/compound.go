package shell

import (
	"context"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (s *session) ifClause(ctx context.Context, c *syntax.IfClause, std stdio) {
	for ; c != nil; c = c.Else {
		if len(c.Cond) > 0 { // it has none after "else"
			s.stmts(ctx, c.Cond, std)
			if s.left() {
				return
			}
		}
		if len(c.Cond) == 0 || s.status == 0 {
			s.stmts(ctx, c.Then, std)
			return
		}
	}
	s.status = 0
}

func (s *session) whileClause(ctx context.Context, c *syntax.WhileClause, std stdio) {
	s.loops++
	defer func() { s.loops-- }()
	status := 0
	for {
		s.stmts(ctx, c.Cond, std)
		if s.left() {
			if s.leaveLoop() {
				break
			}
			continue
		}
		if (s.status == 0) == c.Until {
			break
		}
		s.stmts(ctx, c.Do, std)
		status = s.status
		if s.leaveLoop() {
			break
		}
	}
	if !s.exiting {
		s.status = status
	}
}

func (s *session) forClause(ctx context.Context, c *syntax.ForClause, std stdio) {
	loop := c.Loop.(*syntax.WordIter) // the other kind does not pass check
	values, ok := s.expansion(std).words(ctx, loop.Items)
	if !ok {
		return
	}
	s.loops++
	defer func() { s.loops-- }()
	if len(values) == 0 {
		s.status = 0
	}
	for _, v := range values { // the first command of the body still finds the status before
		s.env[loop.Name.Value] = v
		s.stmts(ctx, c.Do, std)
		if s.leaveLoop() {
			break
		}
	}
}

func (s *session) caseClause(ctx context.Context, c *syntax.CaseClause, std stdio) {
	x := s.expansion(std)
	subject := x.word(ctx, c.Word).text
	for _, branch := range c.Items {
		for _, w := range branch.Patterns {
			pattern := x.word(ctx, w).pattern
			if s.exiting {
				return
			}
			if s.matches(std, pattern, subject) {
				if len(branch.Stmts) == 0 {
					s.status = 0
				}
				s.stmts(ctx, branch.Stmts, std)
				return
			}
		}
	}
	if !s.exiting {
		s.status = 0
	}
}

// testClause runs [[ ]].
func (s *session) testClause(ctx context.Context, c *syntax.TestClause, std stdio) {
	truth, err := s.test(ctx, s.expansion(std), c.X)
	switch {
	case s.exiting:
	case err != nil:
		s.fail(std, "[[: %v", err)
		s.exiting = false
	default:
		s.status = exitCode(truth)
	}
}

func (s *session) test(ctx context.Context, x *expansion, e syntax.TestExpr) (bool, error) {
	c := &Call{Args: []string{"[["}, s: s}
	switch e := e.(type) {
	case *syntax.ParenTest:
		return s.test(ctx, x, e.X)
	case *syntax.Word:
		return x.word(ctx, e).text != "", nil
	case *syntax.UnaryTest:
		if e.Op == syntax.TsNot {
			truth, err := s.test(ctx, x, e.X)
			return !truth, err
		}
		w, _ := e.X.(*syntax.Word)
		return c.truth([]string{e.Op.String(), x.word(ctx, w).text})
	case *syntax.BinaryTest:
		switch e.Op {
		case syntax.AndTest, syntax.OrTest:
			truth, err := s.test(ctx, x, e.X)
			if err != nil || truth == (e.Op == syntax.OrTest) {
				return truth, err
			}
			return s.test(ctx, x, e.Y)
		}
		left, _ := e.X.(*syntax.Word)
		right, _ := e.Y.(*syntax.Word)
		text, pattern := x.word(ctx, left).text, x.word(ctx, right)
		switch e.Op {
		case syntax.TsMatch, syntax.TsMatchShort:
			return s.matches(x.std, pattern.pattern, text), nil
		case syntax.TsNoMatch:
			return !s.matches(x.std, pattern.pattern, text), nil
		case syntax.TsBefore:
			return strings.Compare(text, pattern.text) < 0, nil
		case syntax.TsAfter:
			return strings.Compare(text, pattern.text) > 0, nil
		}
		return c.truth([]string{text, e.Op.String(), pattern.text})
	}
	return false, nil
}
