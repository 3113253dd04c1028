package shell

import (
	"bytes"
	"context"
	"io"
	"path"
	"sort"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const (
	maxSubst  = 1 << 20 // bytes that a command substitution may print, and of a variable
	maxFields = 4096    // words that one command may expand to
	maxExpand = 4 << 20 // bytes of them
)

// blanks are where values that are not quoted are split into words.
const blanks = " \t\n"

// expansion turns the words of one command into the texts that they stand for; its
// bounds are for all of them together.
type expansion struct {
	s           *session
	std         stdio
	status      int // of the last substitution, 0 if there was none
	count, size int // fields and bytes so far
}

func (s *session) expansion(std stdio) *expansion { return &expansion{s: s, std: std} }

// field is a word after expansion; pattern is the same with quoted specials escaped.
type field struct {
	text, pattern string
	special       bool // the pattern is more than the text
}

// escaper takes the meaning from what is special in patterns.
var escaper = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// words is the fields of words, with file names for patterns. False if that failed and
// the line ends.
func (x *expansion) words(ctx context.Context, words []*syntax.Word) ([]string, bool) {
	var all []string
	for _, w := range words {
		b := &fields{x: x, split: true}
		b.parts(ctx, w.Parts, false)
		b.end()
		for _, f := range b.done {
			if names := x.s.glob(x.std, f); len(names) > 0 {
				all = append(all, names...)
			} else {
				all = append(all, f.text)
			}
			if len(all) > maxFields {
				x.tooLong()
			}
		}
		if x.s.exiting {
			return nil, false
		}
	}
	return all, true
}

// word is the one field of a word where it is not split: in assignments, after case, as the target of a redirect.
func (x *expansion) word(ctx context.Context, w *syntax.Word) field {
	if w == nil {
		return field{}
	}
	b := &fields{x: x}
	b.parts(ctx, w.Parts, false)
	return b.field()
}

// assign sets variables in env; false if that failed and the line ends.
func (x *expansion) assign(ctx context.Context, assigns []*syntax.Assign, env map[string]string) bool {
	for _, a := range assigns {
		name, value := a.Name.Value, x.word(ctx, a.Value).text
		if a.Append {
			value = env[name] + value
		}
		if x.s.exiting || !x.set(env, name, value) {
			return false
		}
	}
	return true
}

// set sets a variable, unless the value is too long.
func (x *expansion) set(env map[string]string, name, value string) bool {
	if len(value) > maxSubst {
		x.s.fail(x.std, "%s: value of %d bytes, limit %d", name, len(value), maxSubst)
		return false
	}
	env[name] = value
	return true
}

// take counts bytes; false if they are too many.
func (x *expansion) take(bytes int) bool {
	if x.size += bytes; x.size > maxExpand {
		x.tooLong()
	}
	return !x.s.exiting
}

func (x *expansion) tooLong() {
	if !x.s.exiting {
		x.s.fail(x.std, "argument list too long")
	}
}

// fields collects the fields of one word.
type fields struct {
	x        *expansion
	split    bool // at blanks in values that are not quoted
	document bool // a here-document, where quotes mean nothing
	inner    bool // the WORD of ${NAME operator WORD}, whose own blanks split, too
	done     []field
	text     strings.Builder // of the present field
	pattern  strings.Builder
	special  bool
	started  bool // there is a present field, even if it is empty
}

// add adds text to the present field; active text may be a pattern.
func (b *fields) add(text string, active bool) {
	if !b.x.take(len(text)) {
		return
	}
	b.text.WriteString(text)
	if !active {
		text = escaper.Replace(text)
	} else if strings.ContainsAny(text, "*?[") {
		b.special = true
	}
	b.pattern.WriteString(text)
}

func (b *fields) field() field { return field{b.text.String(), b.pattern.String(), b.special} }

// end ends the present field, if there is one.
func (b *fields) end() {
	if !b.started {
		return
	}
	if b.x.count++; b.x.count > maxFields {
		b.x.tooLong()
		return
	}
	b.done = append(b.done, b.field())
	b.text.Reset()
	b.pattern.Reset()
	b.special, b.started = false, false
}

func (b *fields) parts(ctx context.Context, parts []syntax.WordPart, quoted bool) {
	for _, p := range parts {
		if b.x.s.exiting {
			return
		}
		b.part(ctx, p, quoted)
	}
}

func (b *fields) part(ctx context.Context, p syntax.WordPart, quoted bool) {
	x := b.x
	switch p := p.(type) {
	case *syntax.Lit:
		b.literal(p.Value, quoted)
	case *syntax.SglQuoted:
		if quoted { // "${x:-'a'}": no quotes at all
			b.add("'"+p.Value+"'", false)
			return
		}
		text := p.Value
		if p.Dollar {
			text = unescape(text)
		}
		b.started = true
		b.add(text, false)
	case *syntax.DblQuoted:
		b.started = b.started || !emptyParameters(p)
		b.parts(ctx, p.Parts, true)
	case *syntax.ParamExp:
		b.parameter(ctx, p, quoted)
	case *syntax.CmdSubst:
		b.value(x.substitute(ctx, p.Stmts), quoted)
	case *syntax.ArithmExp:
		b.value(x.arithmetic(ctx, p.X), quoted)
	}
}

// emptyParameters says whether a quoted text is "$@", which is no word if there are no positional parameters.
func emptyParameters(q *syntax.DblQuoted) bool {
	if len(q.Parts) != 1 {
		return false
	}
	p, ok := q.Parts[0].(*syntax.ParamExp)
	return ok && p.Param.Value == "@"
}

// literal adds text of the line, in which a backslash quotes: anything outside of
// quotes, and only some characters inside.
func (b *fields) literal(text string, quoted bool) {
	specials := "\"\\$`"
	if b.document {
		specials = "\\$`"
	}
	active := func(text string) { b.add(text, !quoted) }
	if b.inner && b.split && !quoted {
		active = func(text string) { b.value(text, false) }
	} else {
		b.started = b.started || text != ""
	}
	for text != "" {
		at := strings.IndexByte(text, '\\')
		if at < 0 || at == len(text)-1 {
			break
		}
		active(text[:at])
		text, b.started = text[at+1:], true
		if quoted && strings.IndexByte(specials, text[0]) < 0 {
			b.add(`\`, false)
		}
		b.add(text[:1], false)
		text = text[1:]
	}
	active(text)
}

// value adds what a variable or substitution stands for.
func (b *fields) value(text string, quoted bool) {
	if quoted || !b.split {
		b.started = b.started || text != ""
		b.add(text, !quoted)
		return
	}
	for text != "" && !b.x.s.exiting {
		if strings.IndexByte(blanks, text[0]) >= 0 {
			b.end()
			text = strings.TrimLeft(text, blanks)
			continue
		}
		word := text
		if end := strings.IndexAny(text, blanks); end >= 0 {
			word = text[:end]
		}
		b.started = true
		b.add(word, true)
		text = text[len(word):]
	}
}

// substitute is what commands print, without the newlines at the end.
func (x *expansion) substitute(ctx context.Context, stmts []*syntax.Stmt) string {
	out := &limited{limit: maxSubst}
	sub := x.s.clone()
	sub.stmts(ctx, stmts, stdio{x.std.in, out, x.std.err})
	x.status = sub.status
	return strings.TrimRight(out.buf.String(), "\n")
}

// limited keeps the first limit bytes.
type limited struct {
	buf   bytes.Buffer
	limit int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.buf.Len()+len(p) > l.limit {
		return 0, io.ErrShortWrite
	}
	return l.buf.Write(p)
}

// hereDocument is the text of a here-document.
func (x *expansion) hereDocument(ctx context.Context, r *syntax.Redirect) string {
	if r.Hdoc == nil {
		return ""
	}
	parts := r.Hdoc.Parts
	if r.Op == syntax.DashHdoc {
		parts = withoutTabs(parts)
	}
	b := &fields{x: x, document: true}
	if asIs, _ := delimiter(r.Word); asIs {
		for _, p := range parts {
			if lit, ok := p.(*syntax.Lit); ok {
				b.add(lit.Value, false)
			}
		}
		return b.field().text
	}
	b.parts(ctx, parts, true)
	return b.field().text
}

// withoutTabs drops the tabs that begin the lines of a document.
func withoutTabs(parts []syntax.WordPart) []syntax.WordPart {
	var out []syntax.WordPart
	for i, p := range parts {
		lit, ok := p.(*syntax.Lit)
		if !ok {
			out = append(out, p)
			continue
		}
		lines := strings.Split(lit.Value, "\n")
		for j := range lines {
			if i == 0 || j > 0 {
				lines[j] = strings.TrimLeft(lines[j], "\t")
			}
		}
		out = append(out, &syntax.Lit{Value: strings.Join(lines, "\n")})
	}
	return out
}

// glob is the files that a field's pattern matches in its last element.
func (s *session) glob(std stdio, f field) []string {
	if !f.special {
		return nil
	}
	dir, last := path.Split(f.pattern)
	if strings.ContainsAny(dir, `*?[\`) {
		return nil // patterns in folders are not expanded
	}
	infos, err := s.sh.FS.ReadDir(s.path(dir))
	if err != nil {
		return nil
	}
	var names []string
	for _, info := range infos {
		hidden := strings.HasPrefix(info.Name(), ".") && !strings.HasPrefix(last, ".")
		if !hidden && s.matches(std, last, info.Name()) {
			names = append(names, dir+info.Name())
		}
	}
	sort.Strings(names)
	return names
}

// parameterValue is the value of a variable or special parameter, and whether it is set.
func (s *session) parameterValue(name string) (string, bool) {
	switch name {
	case "?":
		return strconv.Itoa(s.status), true
	case "$":
		return "1", true
	case "0":
		return "sh", true
	case "#":
		return "0", true
	}
	v, ok := s.env[name]
	return v, ok
}
