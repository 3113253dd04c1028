package shell

import (
	"fmt"
	"strings"
)

// here reads the document of a "<<" whose delimiter comes next: the lines after
// this one up to the delimiter, which are taken out of the source. A delimiter
// in quotes leaves the text as it is; tabs that begin its lines go if strip is set.
func (p *parser) here(strip bool) (word, error) {
	p.space(false)
	from := p.at
	w, err := p.word()
	if err != nil {
		return nil, err
	}
	asIs := strings.ContainsAny(p.src[from:p.at], `'"\`)
	delimiter := ""
	for _, q := range w {
		if q.kind != literal {
			return nil, fmt.Errorf("%w: a here-document ends with a plain word", errSyntax)
		}
		delimiter += q.text
	}
	if delimiter == "" {
		return nil, p.unexpected()
	}
	text, err := p.cutDocument(delimiter, strip)
	if err != nil || asIs {
		return word{{text: text, quoted: true}}, err
	}
	inner := &parser{src: quotedText(text), depth: p.depth}
	var body word
	err = inner.double(&body)
	return body, err
}

// cutDocument takes the document out of the lines that follow.
func (p *parser) cutDocument(delimiter string, strip bool) (string, error) {
	line := strings.IndexByte(p.src[p.at:], '\n')
	if line < 0 {
		return "", fmt.Errorf("%w: a here-document has no end %.20q", errSyntax, delimiter)
	}
	start := p.at + line + 1
	var text strings.Builder
	for at := start; at < len(p.src); {
		row := p.src[at:]
		if end := strings.IndexByte(row, '\n'); end >= 0 {
			row = row[:end+1]
		}
		at += len(row)
		if strip {
			row = strings.TrimLeft(row, "\t")
		}
		if strings.TrimRight(row, "\r\n") == delimiter {
			p.src = p.src[:start] + p.src[at:]
			return text.String(), nil
		}
		text.WriteString(row)
	}
	return "", fmt.Errorf("%w: a here-document has no end %.20q", errSyntax, delimiter)
}

// quotedText is a document as the inside of double quotes, with which it shares
// the rules but for the quote itself.
func quotedText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			b.WriteString(`\"`)
		case c == '\\' && i+1 < len(text) && strings.IndexByte("$`\\", text[i+1]) >= 0:
			b.WriteString(text[i : i+2])
			i++
		case c == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
