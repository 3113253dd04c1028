package shell

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const (
	maxLine     = 128 << 10 // bytes of a command line
	maxFrames   = 2000      // calls that the parser may be inside of
	maxNesting  = 64        // commands, substitutions and parentheses inside each other
	maxPipeline = 256       // commands of one pipeline, which run side by side
)

// errSyntax is wrapped by the errors for lines that do not parse.
var errSyntax = errors.New("syntax error")

// errNested is the error for lines that nest too deep.
var errNested = fmt.Errorf("%w: nested too deep", errSyntax)

// parse parses a command line in the dialect of mksh, which is Android's sh. What
// it returns holds only what the evaluator knows, within its bounds.
func parse(line string) ([]*syntax.Stmt, error) {
	if len(line) > maxLine {
		return nil, fmt.Errorf("%w: line of %d bytes, limit %d", errSyntax, len(line), maxLine)
	}
	parser := syntax.NewParser(syntax.Variant(syntax.LangMirBSDKorn))
	file, err := parser.Parse(&source{rest: line}, "")
	if errors.Is(err, errNested) {
		return nil, errNested
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	if err := check(file); err != nil {
		return nil, err
	}
	return file.Stmts, nil
}

// source hands a line to the parser. The parser descends by a call for each level of
// nesting and sets itself no limit: 128 KiB of "(" take it 512 MB of stack. But it
// asks for more text from where it stands, so here is seen how deep that is.
type source struct {
	rest string
	pc   [1]uintptr
}

func (s *source) Read(p []byte) (int, error) {
	if runtime.Callers(maxFrames, s.pc[:]) > 0 {
		return 0, errNested
	}
	const piece = 256 // bytes, and so levels, between two looks
	n := copy(p[:min(len(p), piece)], s.rest)
	s.rest = s.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// checker looks through a parsed line for what the evaluator does not know and for
// what would cost it too much.
type checker struct {
	within []bool // for each node around the present one: it counts as a level
	levels int
	elses  map[*syntax.IfClause]bool // "elif" and "else": on the level of their "if"
	err    error
}

func check(file *syntax.File) error {
	c := &checker{elses: map[*syntax.IfClause]bool{}}
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			c.leave()
			return true
		}
		if c.err != nil {
			return false
		}
		c.enter(n)
		return true
	})
	return c.err
}

func (c *checker) enter(n syntax.Node) {
	level := c.level(n)
	c.within = append(c.within, level)
	if level {
		c.levels++
	}
	switch unknown := unsupported(n); {
	case broken(n):
		c.err = fmt.Errorf("%w: %v: no condition, or no name, after a keyword", errSyntax, n.Pos())
	case unknown != "":
		c.err = fmt.Errorf("%v: this device's shell has no %s", n.Pos(), unknown)
	case c.levels > maxNesting:
		c.err = errNested
	case pipelineTooLong(n):
		c.err = fmt.Errorf("%w: pipeline of more than %d commands", errSyntax, maxPipeline)
	}
}

func (c *checker) leave() {
	last := len(c.within) - 1
	if c.within[last] {
		c.levels--
	}
	c.within = c.within[:last]
}

// level says whether what stands inside a node is nested deeper than the node.
func (c *checker) level(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.IfClause:
		if n.Else != nil {
			c.elses[n.Else] = true
		}
		return !c.elses[n]
	case *syntax.Subshell, *syntax.Block, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.TimeClause,
		*syntax.CmdSubst, *syntax.ParamExp, *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.ParenArithm, *syntax.UnaryArithm,
		*syntax.ParenTest, *syntax.UnaryTest:
		return true
	}
	return false
}

// broken says what mksh refuses and the parser lets pass.
func broken(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.IfClause:
		return len(n.Cond) == 0 && n.ThenPos.IsValid()
	case *syntax.WhileClause:
		return len(n.Cond) == 0
	case *syntax.WordIter:
		return !syntax.ValidName(n.Name.Value)
	}
	return false
}

func pipelineTooLong(n syntax.Node) bool {
	b, ok := n.(*syntax.BinaryCmd)
	return ok && b.Op == syntax.Pipe && len(stages(b)) > maxPipeline
}

// unsupported names what a node is if the evaluator does not know it.
func unsupported(n syntax.Node) string {
	switch n := n.(type) {
	case *syntax.FuncDecl:
		return "functions"
	case *syntax.CoprocClause:
		return "coprocesses"
	case *syntax.ProcSubst:
		return "process substitution"
	case *syntax.ExtGlob:
		return "extended patterns"
	case *syntax.CStyleLoop:
		return "for ((;;))"
	case *syntax.ArrayExpr:
		return "arrays"
	case *syntax.Stmt:
		if n.Coprocess {
			return "coprocesses"
		}
	case *syntax.ForClause:
		if n.Select {
			return "select"
		}
	case *syntax.CaseItem:
		if n.Op != syntax.Break {
			return "fall-through in case"
		}
	case *syntax.Assign:
		if n.Index != nil {
			return "arrays"
		}
	case *syntax.DeclClause:
		if n.Variant.Value == "nameref" {
			return "nameref"
		}
	case *syntax.CmdSubst:
		if n.TempFile || n.ReplyVar {
			return "${ command;}"
		}
	case *syntax.ParamExp:
		return unsupportedExpansion(n)
	case *syntax.Redirect:
		return unsupportedRedirect(n)
	}
	return ""
}

func unsupportedExpansion(p *syntax.ParamExp) string {
	switch {
	case p.Index != nil:
		return "arrays"
	case p.Excl, p.Width, p.Names != 0:
		return "${!NAME} and ${%NAME}"
	case p.Repl != nil:
		return "${NAME/PATTERN/TEXT}"
	case p.Exp != nil && !knownExpansion[p.Exp.Op]:
		return "${NAME" + p.Exp.Op.String() + "}"
	}
	return ""
}

func unsupportedRedirect(r *syntax.Redirect) string {
	switch r.Op {
	case syntax.RdrInOut, syntax.DplIn:
		return "redirect " + r.Op.String()
	case syntax.Hdoc, syntax.DashHdoc:
		if _, plain := delimiter(r.Word); !plain {
			return "here-document that ends with more than a plain word"
		}
	}
	if r.N != nil && !strings.Contains("0 1 2", r.N.Value) {
		return "file descriptor " + r.N.Value
	}
	return ""
}
