package shell

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// stdio is where a command reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// stmts runs one statement after the other.
func (s *session) stmts(ctx context.Context, list []*syntax.Stmt, std stdio) {
	for _, st := range list {
		if s.left() {
			return
		}
		s.stmt(ctx, st, std)
	}
}

// stmt runs a command with its redirects, and turns its status over after "!".
func (s *session) stmt(ctx context.Context, st *syntax.Stmt, std stdio) {
	if ctx.Err() != nil {
		s.status, s.exiting = exitStopped, true
		return
	}
	std, closeAll, err := s.redirect(ctx, st.Redirs, std)
	defer closeAll()
	switch {
	case s.exiting: // an expansion failed
		return
	case err != nil:
		fmt.Fprintf(std.err, "sh: %s\n", reason(err))
		s.status = 1
	case st.Cmd == nil:
		s.status = 0
	default:
		s.command(ctx, st.Cmd, std)
	}
	if st.Negated && !s.exiting {
		s.status = exitCode(s.status != 0)
	}
}

// exitCode is 0 for true and 1 for false.
func exitCode(truth bool) int {
	if truth {
		return 0
	}
	return 1
}

func (s *session) command(ctx context.Context, cmd syntax.Command, std stdio) {
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		s.simple(ctx, cmd, std)
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.Pipe {
			s.pipeline(ctx, cmd, std)
			return
		}
		s.andOr(ctx, cmd, std)
	case *syntax.Block:
		s.stmts(ctx, cmd.Stmts, std)
	case *syntax.Subshell:
		sub := s.clone()
		sub.stmts(ctx, cmd.Stmts, std)
		s.status = sub.status
	case *syntax.IfClause:
		s.ifClause(ctx, cmd, std)
	case *syntax.WhileClause:
		s.whileClause(ctx, cmd, std)
	case *syntax.ForClause:
		s.forClause(ctx, cmd, std)
	case *syntax.CaseClause:
		s.caseClause(ctx, cmd, std)
	case *syntax.TestClause:
		s.testClause(ctx, cmd, std)
	case *syntax.ArithmCmd:
		s.arithmeticCommand(ctx, []syntax.ArithmExpr{cmd.X}, std)
	case *syntax.LetClause:
		s.arithmeticCommand(ctx, cmd.Exprs, std)
	case *syntax.DeclClause:
		s.declare(ctx, cmd, std)
	case *syntax.TimeClause:
		s.status = 0
		if cmd.Stmt != nil {
			s.stmt(ctx, cmd.Stmt, std)
		}
	default:
		s.fail(std, "%v: this device's shell has no %T", cmd.Pos(), cmd)
	}
}

// andOr runs "a && b || c ..." from the left.
func (s *session) andOr(ctx context.Context, last *syntax.BinaryCmd, std stdio) {
	chain := []*syntax.BinaryCmd{last} // from the right
	first := last.X
	for {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op == syntax.Pipe || first.Negated || len(first.Redirs) > 0 {
			break
		}
		chain = append(chain, b)
		first = b.X
	}
	s.stmt(ctx, first, std)
	for i := len(chain) - 1; i >= 0 && !s.left(); i-- {
		if (chain[i].Op == syntax.AndStmt) == (s.status == 0) {
			s.stmt(ctx, chain[i].Y, std)
		}
	}
}

// stages are the commands of a pipeline, one more than the bound at most.
func stages(b *syntax.BinaryCmd) []*syntax.Stmt {
	var all []*syntax.Stmt
	for open := []*syntax.Stmt{b.Y, b.X}; len(open) > 0 && len(all) <= maxPipeline; {
		st := open[len(open)-1]
		open = open[:len(open)-1]
		inner, ok := st.Cmd.(*syntax.BinaryCmd)
		if ok && inner.Op == syntax.Pipe && !st.Negated && len(st.Redirs) == 0 {
			open = append(open, inner.Y, inner.X)
			continue
		}
		all = append(all, st)
	}
	return all
}

// pipeline runs the commands of a pipe side by side, each in a subshell. Its status
// is that of the last, after all ended.
func (s *session) pipeline(ctx context.Context, b *syntax.BinaryCmd, std stdio) {
	pipe := stages(b)
	done := make(chan int, len(pipe))
	in, ownIn := std.in, (*io.PipeReader)(nil)
	for i, st := range pipe {
		sub, last := s.clone(), i == len(pipe)-1
		own := stdio{in, std.out, std.err}
		var next *io.PipeReader
		var w *io.PipeWriter
		if !last {
			next, w = io.Pipe()
			own.out = w
		}
		go func(ownIn *io.PipeReader) {
			sub.stmt(ctx, st, own)
			if w != nil {
				w.Close()
			}
			if ownIn != nil {
				ownIn.CloseWithError(io.ErrClosedPipe)
			}
			if last {
				done <- sub.status
			} else {
				done <- -1
			}
		}(ownIn)
		in, ownIn = next, next
	}
	for range pipe {
		if code := <-done; code >= 0 {
			s.status = code
		}
	}
}

// simple runs a simple command: assignments, or a command by name. Assignments before
// a command are for the command alone.
func (s *session) simple(ctx context.Context, c *syntax.CallExpr, std stdio) {
	x := s.expansion(std)
	args, ok := x.words(ctx, c.Args)
	if !ok {
		return
	}
	env := s.env
	if len(args) > 0 {
		env = maps.Clone(s.env)
	}
	if !x.assign(ctx, c.Assigns, env) {
		return
	}
	switch {
	case len(args) > 0:
		s.call(ctx, args, env, std)
	default:
		s.status = x.status
	}
}

// declare runs export, readonly, typeset and local: all variables are of the line,
// seen by every command and writable.
func (s *session) declare(ctx context.Context, d *syntax.DeclClause, std stdio) {
	x := s.expansion(std)
	for _, a := range d.Args {
		switch {
		case a.Naked && a.Name != nil: // its value stays
		case !a.Naked:
			if !x.assign(ctx, []*syntax.Assign{a}, s.env) {
				return
			}
		default:
			words, ok := x.words(ctx, []*syntax.Word{a.Value})
			if !ok {
				return
			}
			for _, w := range words {
				if name, value, ok := strings.Cut(w, "="); ok && syntax.ValidName(name) {
					s.env[name] = value
				}
			}
		}
	}
	s.status = 0
}

// wrappers are commands whose arguments are a command.
var wrappers = map[string]bool{"exec": true, "command": true, "busybox": true, "toybox": true}

// call runs one command by name.
func (s *session) call(ctx context.Context, args []string, env map[string]string, std stdio) {
	for len(args) > 1 && wrappers[args[0]] {
		args = args[1:]
	}
	name := path.Base(args[0])
	if f := builtins[name]; f != nil {
		s.status = f(s, &Call{Args: args, In: std.in, Out: std.out, Err: std.err, s: s})
		return
	}
	f := s.sh.Commands[name]
	if f == nil {
		f = fileCommands[name]
	}
	if f == nil {
		fmt.Fprintf(std.err, "sh: %s: inaccessible or not found\n", args[0])
		s.status = exitNotFound
		return
	}
	own := *s
	own.env = env
	s.status = f(ctx, &Call{Args: args, In: std.in, Out: std.out, Err: std.err, s: &own})
}
