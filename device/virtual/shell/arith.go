package shell

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithmetic is the value of $((...)): whole numbers of 32 bits that overflow silently,
// as mksh has them on every machine.
func (x *expansion) arithmetic(ctx context.Context, e syntax.ArithmExpr) string {
	return strconv.Itoa(int(x.number(ctx, e)))
}

// arithmeticCommand runs (( )) and let: it fails where the last value is 0.
func (s *session) arithmeticCommand(ctx context.Context, exprs []syntax.ArithmExpr, std stdio) {
	x := s.expansion(std)
	last := int32(0)
	for _, e := range exprs {
		last = x.number(ctx, e)
	}
	if !s.exiting {
		s.status = exitCode(last != 0)
	}
}

// number evaluates an expression. If that fails, the line ends and the value is 0.
func (x *expansion) number(ctx context.Context, e syntax.ArithmExpr) int32 {
	if x.s.exiting {
		return 0
	}
	switch e := e.(type) {
	case *syntax.Word:
		return x.operand(ctx, e)
	case *syntax.ParenArithm:
		return x.number(ctx, e.X)
	case *syntax.UnaryArithm:
		return x.unary(ctx, e)
	case *syntax.BinaryArithm:
		return x.binary(ctx, e)
	}
	return 0
}

func (x *expansion) arithmeticError(format string, args ...any) int32 {
	if !x.s.exiting {
		x.s.fail(x.std, "%v: %s", errSyntax, fmt.Sprintf(format, args...))
	}
	return 0
}

// operand is a number, or a variable by its name; one that is empty or not set counts as 0.
func (x *expansion) operand(ctx context.Context, w *syntax.Word) int32 {
	text := x.word(ctx, w).text
	if syntax.ValidName(text) {
		text, _ = x.s.parameterValue(text)
	}
	if text = strings.TrimSpace(text); text == "" || x.s.exiting {
		return 0
	}
	v, err := parseNumber(text)
	if err != nil {
		return x.arithmeticError("%q is no number", text)
	}
	return v
}

// parseNumber reads a number as mksh writes them: decimal, also after a 0, 0xHEX or
// BASE#DIGITS. One of more than 32 bits keeps the lowest.
func parseNumber(text string) (int32, error) {
	digits, negative := strings.CutPrefix(text, "-")
	base := uint64(10)
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		base, digits = 16, hex
	} else if before, after, ok := strings.Cut(digits, "#"); ok {
		b, err := strconv.ParseUint(before, 10, 8)
		if err != nil || b < 2 || b > 36 {
			return 0, fmt.Errorf("base %q", before)
		}
		base, digits = b, after
	}
	if digits == "" {
		return 0, fmt.Errorf("no digits in %q", text)
	}
	var v uint32
	for i := range len(digits) {
		d, err := strconv.ParseUint(digits[i:i+1], int(base), 8)
		if err != nil {
			return 0, fmt.Errorf("digit %q", digits[i:i+1])
		}
		v = v*uint32(base) + uint32(d)
	}
	if negative {
		v = -v
	}
	return int32(v), nil
}

func (x *expansion) unary(ctx context.Context, e *syntax.UnaryArithm) int32 {
	v := x.number(ctx, e.X)
	switch e.Op {
	case syntax.Not:
		return truth(v == 0)
	case syntax.BitNegation:
		return ^v
	case syntax.Minus:
		return -v
	case syntax.Inc, syntax.Dec:
		after := v + 1
		if e.Op == syntax.Dec {
			after = v - 1
		}
		x.store(e.X, after)
		if !e.Post {
			return after
		}
	}
	return v
}

// store gives the variable that an expression names a value.
func (x *expansion) store(e syntax.ArithmExpr, v int32) int32 {
	w, ok := e.(*syntax.Word)
	if !ok || !syntax.ValidName(w.Lit()) {
		return x.arithmeticError("only a variable can be assigned to")
	}
	if !x.s.exiting {
		x.s.env[w.Lit()] = strconv.Itoa(int(v))
	}
	return v
}

// assigning are the operators that store, and what they calculate first.
var assigning = map[syntax.BinAritOperator]syntax.BinAritOperator{
	syntax.AddAssgn: syntax.Add, syntax.SubAssgn: syntax.Sub, syntax.MulAssgn: syntax.Mul, syntax.QuoAssgn: syntax.Quo,
	syntax.RemAssgn: syntax.Rem, syntax.AndAssgn: syntax.And, syntax.OrAssgn: syntax.Or, syntax.XorAssgn: syntax.Xor,
	syntax.ShlAssgn: syntax.Shl, syntax.ShrAssgn: syntax.Shr,
}

func (x *expansion) binary(ctx context.Context, e *syntax.BinaryArithm) int32 {
	if e.Op == syntax.Assgn {
		return x.store(e.X, x.number(ctx, e.Y))
	}
	left := x.number(ctx, e.X)
	switch e.Op {
	case syntax.AndArit:
		return truth(left != 0 && x.number(ctx, e.Y) != 0)
	case syntax.OrArit:
		return truth(left != 0 || x.number(ctx, e.Y) != 0)
	case syntax.TernQuest:
		branches, _ := e.Y.(*syntax.BinaryArithm)
		switch {
		case branches == nil:
			return x.arithmeticError("? without :")
		case left != 0:
			return x.number(ctx, branches.X)
		}
		return x.number(ctx, branches.Y)
	}
	right := x.number(ctx, e.Y)
	if op, ok := assigning[e.Op]; ok {
		return x.store(e.X, x.apply(op, left, right))
	}
	return x.apply(e.Op, left, right)
}

func (x *expansion) apply(op syntax.BinAritOperator, a, b int32) int32 {
	switch op {
	case syntax.Comma:
		return b
	case syntax.Add:
		return a + b
	case syntax.Sub:
		return a - b
	case syntax.Mul:
		return a * b
	case syntax.Quo, syntax.Rem:
		switch {
		case b == 0:
			return x.arithmeticError("division by zero")
		case op == syntax.Quo:
			return a / b
		}
		return a % b
	case syntax.And:
		return a & b
	case syntax.Or:
		return a | b
	case syntax.Xor:
		return a ^ b
	case syntax.Shl:
		return a << (uint32(b) & 31)
	case syntax.Shr:
		return a >> (uint32(b) & 31)
	case syntax.Lss:
		return truth(a < b)
	case syntax.Leq:
		return truth(a <= b)
	case syntax.Gtr:
		return truth(a > b)
	case syntax.Geq:
		return truth(a >= b)
	case syntax.Eql:
		return truth(a == b)
	case syntax.Neq:
		return truth(a != b)
	}
	return x.arithmeticError("no operator %v", op)
}

func truth(v bool) int32 {
	if v {
		return 1
	}
	return 0
}
