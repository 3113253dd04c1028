package shell

import (
	"fmt"
	"strconv"
	"strings"
)

// arithmetic evaluates $((...)): whole numbers, variables, parentheses, and the
// operators + - * / % < <= > >= == != && || !.
func (s *session) arithmetic(text string) (int64, error) {
	a := &sum{src: strings.ReplaceAll(text, "$", ""), value: s.value}
	v := a.binary(0)
	a.blank()
	if a.err == nil && a.at < len(a.src) {
		a.err = fmt.Errorf("%w: unexpected %q in arithmetic", errSyntax, a.src[a.at:])
	}
	return v, a.err
}

// sum reads one expression.
type sum struct {
	src   string
	at    int
	depth int
	err   error
	value func(name string) string
}

// ranks are the binary operators, loosest first; in a rank the longer come first.
var ranks = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}

func (a *sum) blank() {
	for a.at < len(a.src) && strings.ContainsRune(" \t\n", rune(a.src[a.at])) {
		a.at++
	}
}

// operator takes one of the operators of a rank, "" if none is here.
func (a *sum) operator(rank int) string {
	a.blank()
	for _, op := range ranks[rank] {
		if strings.HasPrefix(a.src[a.at:], op) {
			a.at += len(op)
			return op
		}
	}
	return ""
}

func (a *sum) binary(rank int) int64 {
	if rank == len(ranks) {
		return a.unary()
	}
	left := a.binary(rank + 1)
	for a.err == nil {
		op := a.operator(rank)
		if op == "" {
			break
		}
		left = a.apply(op, left, a.binary(rank+1))
	}
	return left
}

func (a *sum) apply(op string, x, y int64) int64 {
	truth := false
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/", "%":
		if y == 0 {
			a.err = fmt.Errorf("%w: division by zero", errSyntax)
			return 0
		}
		if op == "/" {
			return x / y
		}
		return x % y
	case "<":
		truth = x < y
	case "<=":
		truth = x <= y
	case ">":
		truth = x > y
	case ">=":
		truth = x >= y
	case "==":
		truth = x == y
	case "!=":
		truth = x != y
	case "&&":
		truth = x != 0 && y != 0
	case "||":
		truth = x != 0 || y != 0
	}
	if truth {
		return 1
	}
	return 0
}

func (a *sum) unary() int64 {
	a.blank()
	if a.depth++; a.depth > maxDepth*4 {
		a.err = fmt.Errorf("%w: arithmetic nested too deep", errSyntax)
	}
	defer func() { a.depth-- }()
	if a.err != nil || a.at >= len(a.src) {
		if a.err == nil {
			a.err = fmt.Errorf("%w: arithmetic ends early", errSyntax)
		}
		return 0
	}
	switch c := a.src[a.at]; {
	case c == '(':
		a.at++
		v := a.binary(0)
		a.blank()
		if !strings.HasPrefix(a.src[a.at:], ")") && a.err == nil {
			a.err = fmt.Errorf("%w: no closing parenthesis", errSyntax)
			return 0
		}
		a.at++
		return v
	case c == '-' || c == '+' || c == '!':
		a.at++
		v := a.unary()
		switch {
		case c == '-':
			return -v
		case c == '!':
			return a.apply("==", v, 0)
		}
		return v
	}
	return a.operand()
}

// operand is a number or a variable; one that is not set counts as 0.
func (a *sum) operand() int64 {
	text := nameAt(a.src[a.at:])
	if text != "" {
		a.at += len(text)
		if text = strings.TrimSpace(a.value(text)); text == "" {
			return 0
		}
	} else {
		from := a.at
		for a.at < len(a.src) && (a.src[a.at] >= '0' && a.src[a.at] <= '9' || nameAt(a.src[a.at:]) != "") {
			a.at++
		}
		text = a.src[from:a.at]
	}
	v, err := strconv.ParseInt(text, 0, 64)
	if err != nil && a.err == nil {
		a.err = fmt.Errorf("%w: %q is no number", errSyntax, text)
	}
	return v
}
