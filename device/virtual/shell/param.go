package shell

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// maxMatch bounds what one match may cost: bytes of the pattern times bytes of the text.
const maxMatch = 64 << 20

// knownExpansion are the operators of ${NAME operator WORD} that the evaluator knows.
var knownExpansion = map[syntax.ParExpOperator]bool{
	syntax.AlternateUnset: true, syntax.AlternateUnsetOrNull: true,
	syntax.DefaultUnset: true, syntax.DefaultUnsetOrNull: true,
	syntax.ErrorUnset: true, syntax.ErrorUnsetOrNull: true,
	syntax.AssignUnset: true, syntax.AssignUnsetOrNull: true,
	syntax.RemSmallPrefix: true, syntax.RemLargePrefix: true, syntax.RemSmallSuffix: true, syntax.RemLargeSuffix: true,
}

// parameter adds $NAME or ${NAME...}.
func (b *fields) parameter(ctx context.Context, p *syntax.ParamExp, quoted bool) {
	name := p.Param.Value
	value, set := b.x.s.parameterValue(name)
	switch {
	case p.Length:
		b.value(strconv.Itoa(len([]rune(value))), quoted)
	case p.Slice != nil:
		b.value(b.x.slice(ctx, p.Slice, value), quoted)
	case p.Exp != nil:
		b.operator(ctx, p, value, set, quoted)
	default:
		b.value(value, quoted)
	}
}

// operator adds ${NAME operator WORD}. The operators with a colon take an empty value
// for none.
func (b *fields) operator(ctx context.Context, p *syntax.ParamExp, value string, set, quoted bool) {
	x, name, op := b.x, p.Param.Value, p.Exp.Op
	switch op {
	case syntax.AlternateUnsetOrNull, syntax.DefaultUnsetOrNull, syntax.ErrorUnsetOrNull, syntax.AssignUnsetOrNull:
		set = value != ""
	}
	switch op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if set && p.Exp.Word != nil {
			b.instead(ctx, p.Exp.Word, quoted)
		}
		return
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		if !set && p.Exp.Word != nil {
			b.instead(ctx, p.Exp.Word, quoted)
			return
		}
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if !set {
			value = x.word(ctx, p.Exp.Word).text
			if x.s.exiting || !x.set(x.s.env, name, value) {
				return
			}
		}
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if !set {
			message := x.word(ctx, p.Exp.Word).text
			if message == "" {
				message = "parameter null or not set"
			}
			x.s.fail(x.std, "%s: %s", name, message)
			x.s.status = 1
			return
		}
	default:
		value = x.s.trim(x.std, op, value, x.word(ctx, p.Exp.Word).pattern)
	}
	b.value(value, quoted)
}

// instead adds the WORD of an operator.
func (b *fields) instead(ctx context.Context, w *syntax.Word, quoted bool) {
	outer := b.inner
	b.inner = true
	b.parts(ctx, w.Parts, quoted)
	b.inner = outer
}

// slice is ${NAME:OFFSET:LENGTH} in characters; an offset below 0 counts from the end.
func (x *expansion) slice(ctx context.Context, slice *syntax.Slice, value string) string {
	runes := []rune(value)
	size := int64(len(runes))
	from := int64(x.number(ctx, slice.Offset))
	if from < 0 {
		from += size
	}
	if from < 0 || from > size {
		return ""
	}
	to := size
	if slice.Length != nil {
		n := int64(x.number(ctx, slice.Length))
		if n < 0 {
			n = max(size-from+n, 0)
		}
		to = from + min(n, size-from)
	}
	return string(runes[from:to])
}

// trim drops the shortest or longest part of a value that matches at its begin or end.
func (s *session) trim(std stdio, op syntax.ParExpOperator, value, pat string) string {
	mode := pattern.Mode(0)
	if op == syntax.RemSmallPrefix {
		mode = pattern.Shortest
	}
	expr, err := pattern.Regexp(pat, mode)
	if err != nil { // no pattern after all
		expr = regexp.QuoteMeta(unquoted(pat))
	}
	switch op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		expr = "^(?:" + expr + ")"
	case syntax.RemLargeSuffix:
		expr = "(?:" + expr + ")$"
	case syntax.RemSmallSuffix: // what stands before it is as long as possible
		expr = "^(?s:.*)(?P<end>" + expr + ")$"
	}
	re := s.compile(std, expr, value)
	if re == nil {
		return value
	}
	at := re.FindStringSubmatchIndex(value)
	switch {
	case at == nil:
		return value
	case op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix:
		return value[at[1]:]
	}
	return value[:at[len(at)-2]] // of the group, or of the whole
}

// matches says whether a pattern matches a whole text.
func (s *session) matches(std stdio, pat, text string) bool {
	expr, err := pattern.Regexp(pat, pattern.EntireString)
	if err != nil { // an open bracket: no pattern after all
		return unquoted(pat) == text
	}
	re := s.compile(std, expr, text)
	return re != nil && re.MatchString(text)
}

// compile compiles an expression to be matched with a text, nil if that costs too much.
func (s *session) compile(std stdio, expr, text string) *regexp.Regexp {
	if len(expr)*max(len(text), 1) > maxMatch {
		s.fail(std, "pattern of %d bytes on a text of %d bytes", len(expr), len(text))
		return nil
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		s.fail(std, "pattern: %v", err)
		return nil
	}
	return re
}

// unquoted is a pattern without its backslashes.
func unquoted(pat string) string {
	var b strings.Builder
	for i := 0; i < len(pat); i++ {
		if pat[i] == '\\' && i+1 < len(pat) {
			i++
		}
		b.WriteByte(pat[i])
	}
	return b.String()
}
