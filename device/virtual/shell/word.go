package shell

import (
	"fmt"
	"strings"
)

// word reads one word up to a blank or an operator.
func (p *parser) word() (word, error) {
	var w word
	for p.at < len(p.src) {
		c := p.src[p.at]
		if strings.ContainsRune(" \t\r\n|&;()<>", rune(c)) {
			break
		}
		var err error
		switch c {
		case '\'':
			err = p.single(&w)
		case '"':
			err = p.double(&w)
		case '\\':
			p.at++
			if p.at < len(p.src) {
				w.add(part{text: p.src[p.at : p.at+1], quoted: true})
				p.at++
			}
		case '$', '`':
			err = p.dollar(&w, false)
		default:
			w.add(part{text: p.src[p.at : p.at+1]})
			p.at++
		}
		if err != nil {
			return nil, err
		}
	}
	return w, nil
}

// add appends a part and joins neighbours that are the same kind of text.
func (w *word) add(q part) {
	if n := len(*w); n > 0 && q.kind == literal && (*w)[n-1].kind == literal && (*w)[n-1].quoted == q.quoted {
		(*w)[n-1].text += q.text
		return
	}
	*w = append(*w, q)
}

func (p *parser) single(w *word) error {
	end := strings.IndexByte(p.src[p.at+1:], '\'')
	if end < 0 {
		return fmt.Errorf("%w: no closing quote", errSyntax)
	}
	w.add(part{text: p.src[p.at+1 : p.at+1+end], quoted: true})
	p.at += end + 2
	return nil
}

func (p *parser) double(w *word) error {
	p.at++
	w.add(part{quoted: true}) // "" is a word too
	for p.at < len(p.src) {
		switch c := p.src[p.at]; c {
		case '"':
			p.at++
			return nil
		case '\\':
			p.at++
			if p.at >= len(p.src) {
				break
			}
			text := p.src[p.at : p.at+1]
			if !strings.Contains("\"\\$`\n", text) {
				text = "\\" + text
			}
			w.add(part{text: text, quoted: true})
			p.at++
		case '$', '`':
			if err := p.dollar(w, true); err != nil {
				return err
			}
		default:
			w.add(part{text: p.src[p.at : p.at+1], quoted: true})
			p.at++
		}
	}
	return fmt.Errorf("%w: no closing quote", errSyntax)
}

// dollar reads $NAME, ${NAME}, $?, $(list) or `list`.
func (p *parser) dollar(w *word, quoted bool) error {
	rest := p.src[p.at:]
	switch {
	case rest[0] == '`':
		end := strings.IndexByte(rest[1:], '`')
		if end < 0 {
			return fmt.Errorf("%w: no closing `", errSyntax)
		}
		inner := &parser{src: rest[1 : 1+end], depth: p.depth}
		l, err := inner.list()
		if err != nil {
			return err
		}
		p.at += end + 2
		w.add(part{kind: subst, list: l, quoted: quoted})
	case strings.HasPrefix(rest, "$((") && arithmeticEnd(rest) > 0:
		end := arithmeticEnd(rest)
		p.at += end + 2
		w.add(part{kind: arith, text: rest[3:end], quoted: quoted})
	case strings.HasPrefix(rest, "$("):
		p.at += 2
		l, err := p.list(")")
		if err != nil {
			return err
		}
		if !strings.HasPrefix(p.src[p.at:], ")") {
			return p.unexpected()
		}
		p.at++
		w.add(part{kind: subst, list: l, quoted: quoted})
	case strings.HasPrefix(rest, "${"):
		q, n, err := p.braces(rest)
		if err != nil {
			return err
		}
		p.at += n
		q.quoted = quoted
		w.add(q)
	case len(rest) > 1 && strings.ContainsRune("?$#0123456789", rune(rest[1])):
		p.at += 2
		w.add(part{kind: variable, text: rest[1:2], quoted: quoted})
	case nameAt(rest[1:]) != "":
		name := nameAt(rest[1:])
		p.at += len(name) + 1
		w.add(part{kind: variable, text: name, quoted: quoted})
	default:
		p.at++
		w.add(part{text: "$", quoted: quoted})
	}
	return nil
}

// braces reads what stands after "${" and how many bytes it takes with it.
func (p *parser) braces(rest string) (part, int, error) {
	bad := fmt.Errorf("%w: bad substitution", errSyntax)
	end := strings.IndexByte(rest, '}')
	if end < 0 {
		return part{}, 0, bad
	}
	inner := rest[2:end]
	if name, ok := strings.CutPrefix(inner, "#"); ok && name != "" && nameAt(name) == name {
		return part{kind: length, text: name}, end + 1, nil
	}
	name := nameAt(inner)
	text := inner[len(name):]
	switch {
	case name == "":
		return part{}, 0, bad
	case text == "":
		return part{kind: variable, text: name}, end + 1, nil
	case strings.HasPrefix(text, ":-"):
		return part{kind: instead, text: name, other: text[2:]}, end + 1, nil
	case strings.HasPrefix(text, ":+"):
		return part{kind: besides, text: name, other: text[2:]}, end + 1, nil
	}
	return part{}, 0, bad
}

// arithmeticEnd is where the "))" stands that closes the "$((" at the start of
// s, 0 if there is none.
func arithmeticEnd(s string) int {
	open := 0
	for i := len("$(("); i < len(s); i++ {
		switch {
		case s[i] == '(':
			open++
		case s[i] == ')' && open > 0:
			open--
		case s[i] == ')':
			if strings.HasPrefix(s[i:], "))") {
				return i
			}
			return 0
		}
	}
	return 0
}
