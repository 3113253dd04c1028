package apktest

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"talpa/dex/apk"
)

var le = binary.LittleEndian

const none = 0xffffffff

// pool collects strings for a string pool.
type pool struct {
	strings []string
	index   map[string]uint32
}

func (p *pool) add(s string) uint32 {
	if i, ok := p.index[s]; ok {
		return i
	}
	if p.index == nil {
		p.index = map[string]uint32{}
	}
	p.index[s] = p.force(s)
	return p.index[s]
}

// force adds a string that nothing else shares: the position of an attribute's
// name in the pool tells its id.
func (p *pool) force(s string) uint32 {
	p.strings = append(p.strings, s)
	return uint32(len(p.strings) - 1)
}

// chunk writes the pool in UTF-8 or UTF-16.
func (p *pool) chunk(utf8 bool) []byte {
	var text, index []byte
	flags := uint32(0)
	for _, s := range p.strings {
		index = le.AppendUint32(index, uint32(len(text)))
		units := utf16.Encode([]rune(s))
		if utf8 {
			flags = 1 << 8
			text = appendLength8(appendLength8(text, len(units)), len(s))
			text = append(append(text, s...), 0)
			continue
		}
		if len(units) > 0x7fff {
			text = le.AppendUint16(text, uint16(0x8000|len(units)>>16))
		}
		text = le.AppendUint16(text, uint16(len(units)))
		for _, u := range units {
			text = le.AppendUint16(text, u)
		}
		text = append(text, 0, 0)
	}
	for len(text)%4 != 0 {
		text = append(text, 0)
	}
	body := words(uint32(len(p.strings)), 0, flags, uint32(28+len(index)), 0)
	return chunk(0x0001, 28, body, index, text)
}

func appendLength8(b []byte, n int) []byte {
	if n > 0x7f {
		b = append(b, byte(0x80|n>>8))
	}
	return append(b, byte(n))
}

func chunk(kind, header uint16, parts ...[]byte) []byte {
	b := le.AppendUint16(nil, kind)
	b = le.AppendUint16(b, header)
	size := 8
	for _, p := range parts {
		size += len(p)
	}
	b = le.AppendUint32(b, uint32(size))
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func words(values ...uint32) []byte {
	var b []byte
	for _, v := range values {
		b = le.AppendUint32(b, v)
	}
	return b
}

// XML compiles XML text. References to resources of the app make them.
func (a *App) XML(text string) []byte {
	var p pool
	var ids []uint32
	attrIndex := map[string]uint32{}
	// Attributes with ids come first in the pool, as the resource map asks.
	each(text, func(t xml.Token, _ int) {
		e, ok := t.(xml.StartElement)
		if !ok {
			return
		}
		for _, at := range e.Attr {
			key := at.Name.Space + ":" + at.Name.Local
			id := a.attributeID(at.Name)
			if _, done := attrIndex[key]; !done && id != 0 {
				attrIndex[key] = p.force(at.Name.Local)
				ids = append(ids, uint32(id))
			}
		}
	})
	var body []byte
	each(text, func(t xml.Token, line int) {
		switch t := t.(type) {
		case xml.StartElement:
			body = append(body, a.startTag(&p, attrIndex, t, line)...)
		case xml.EndElement:
			body = append(body, chunk(0x0103, 16, words(uint32(line), none, none, p.add(t.Name.Local)))...)
		case xml.CharData:
			if s := strings.TrimSpace(string(t)); s != "" {
				body = append(body, chunk(0x0104, 16, words(uint32(line), none, p.add(s), 8, 0))...)
			}
		}
	})
	return chunk(0x0003, 8, p.chunk(false), chunk(0x0180, 8, words(ids...)), body)
}

// each calls f with the tokens of XML text and their lines.
func each(text string, f func(xml.Token, int)) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		line, _ := d.InputPos()
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			panic(fmt.Sprintf("apktest: %v in %s", err, text))
		}
		f(t, line)
	}
}

func (a *App) attributeID(name xml.Name) apk.ID {
	switch name.Space {
	case "", "xmlns":
		return 0
	case apk.AndroidNS:
		id := (&apk.Resources{}).ID("android:attr/" + name.Local)
		if id == 0 {
			panic("apktest: no framework attribute " + name.Local)
		}
		return id
	}
	return a.ID("attr/" + name.Local)
}

func (a *App) startTag(p *pool, attrIndex map[string]uint32, e xml.StartElement, line int) []byte {
	var attrs []byte
	count := 0
	for _, at := range e.Attr {
		if at.Name.Space == "xmlns" || at.Name.Local == "xmlns" {
			continue
		}
		count++
		ns := uint32(none)
		if at.Name.Space != "" {
			ns = p.add(at.Name.Space)
		}
		name, ok := attrIndex[at.Name.Space+":"+at.Name.Local]
		if !ok {
			name = p.add(at.Name.Local)
		}
		v, raw := a.value(at.Value), uint32(none)
		if v.Type == apk.TypeString {
			raw = p.add(v.Str)
			v.Data = raw
		}
		attrs = append(attrs, words(ns, name, raw, 8|uint32(v.Type)<<24, v.Data)...)
	}
	b := words(uint32(line), none, none, p.add(e.Name.Local))
	for _, half := range []uint16{20, 20, uint16(count), 0, 0, 0} {
		b = le.AppendUint16(b, half)
	}
	return chunk(0x0102, 16, b, attrs)
}

// value compiles a value as it stands in XML.
func (a *App) value(s string) apk.Value {
	switch {
	case s == "true":
		return apk.Value{Type: apk.TypeBool, Data: none}
	case s == "false":
		return apk.Value{Type: apk.TypeBool}
	case s == "@null":
		return apk.Value{Type: apk.TypeReference}
	case strings.HasPrefix(s, "@") || strings.HasPrefix(s, "?"):
		return a.reference(s)
	case strings.HasPrefix(s, "#") && len(s) == 9:
		if n, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			return apk.Value{Type: apk.TypeColor, Data: uint32(n)}
		}
	case strings.HasPrefix(s, "0x"):
		if n, err := strconv.ParseUint(s, 0, 32); err == nil {
			return apk.Value{Type: apk.TypeHex, Data: uint32(n)}
		}
	case strings.HasSuffix(s, "dp"):
		if n, err := strconv.Atoi(strings.TrimSuffix(s, "dp")); err == nil {
			return apk.Value{Type: apk.TypeDimension, Data: uint32(n)<<8 | 1}
		}
	case strings.HasSuffix(s, "f"):
		if f, err := strconv.ParseFloat(strings.TrimSuffix(s, "f"), 32); err == nil {
			return apk.Value{Type: apk.TypeFloat, Data: math.Float32bits(float32(f))}
		}
	}
	if n, err := strconv.ParseInt(s, 10, 32); err == nil {
		return apk.Value{Type: apk.TypeInt, Data: uint32(n)}
	}
	return apk.Value{Type: apk.TypeString, Str: s}
}

func (a *App) reference(s string) apk.Value {
	typ := apk.TypeReference
	if s[0] == '?' {
		typ = apk.TypeAttribute
	}
	name := strings.TrimPrefix(s[1:], "+")
	if strings.HasPrefix(name, "android:") {
		id := (&apk.Resources{}).ID(name)
		if id == 0 {
			panic("apktest: no framework resource " + name)
		}
		return apk.Value{Type: typ, Data: uint32(id)}
	}
	return apk.Value{Type: typ, Data: uint32(a.ID(name))}
}
