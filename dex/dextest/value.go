package dextest

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"talpa/dex"
)

// valueParser parses constants from a stream of tokens.
type valueParser struct {
	toks []string
	line int
}

func (v *valueParser) errorf(format string, args ...any) error {
	return words{line: v.line}.errorf(format, args...)
}

func (v *valueParser) take() string {
	if len(v.toks) == 0 {
		return ""
	}
	tok := v.toks[0]
	v.toks = v.toks[1:]
	return tok
}

// elements parses "name = value" pairs up to the token end, or to the end of
// the stream.
func (v *valueParser) elements(end string) ([]element, error) {
	var list []element
	for len(v.toks) > 0 && v.toks[0] != end {
		name := v.take()
		if eq := v.take(); eq != "=" {
			return nil, v.errorf("expected %s = value, found %q", name, eq)
		}
		val, err := v.value()
		if err != nil {
			return nil, err
		}
		list = append(list, element{name, val})
	}
	return list, nil
}

func (v *valueParser) value() (value, error) {
	switch tok := v.take(); {
	case tok == "":
		return value{}, v.errorf("expected a value")
	case tok == "{":
		val := value{kind: dex.ValueArray}
		for len(v.toks) > 0 && v.toks[0] != "}" {
			e, err := v.value()
			if err != nil {
				return val, err
			}
			val.elems = append(val.elems, e)
		}
		if v.take() != "}" {
			return val, v.errorf("no closing brace")
		}
		return val, nil
	case tok == ".subannotation":
		n := &note{typ: v.take()}
		var err error
		n.elements, err = v.elements(".end")
		v.take()
		v.take()
		return value{kind: dex.ValueAnnotation, note: n}, err
	case tok == ".enum":
		return value{kind: dex.ValueEnum, text: v.take()}, nil
	default:
		val, err := scalar(tok)
		if err != nil {
			return val, v.errorf("%v", err)
		}
		return val, nil
	}
}

// scalar parses a value of one token.
func scalar(tok string) (value, error) {
	switch {
	case tok == "null":
		return value{kind: dex.ValueNull}, nil
	case tok == "true":
		return value{kind: dex.ValueBoolean, num: 1}, nil
	case tok == "false":
		return value{kind: dex.ValueBoolean}, nil
	case tok[0] == '"':
		s, err := unquote(tok)
		return value{kind: dex.ValueString, text: s}, err
	case tok[0] == '\'':
		s, err := strconv.Unquote(tok)
		if err != nil || len(s) == 0 {
			return value{}, fmt.Errorf("%s is not a character", tok)
		}
		return value{kind: dex.ValueChar, num: uint64([]rune(s)[0])}, nil
	case strings.Contains(tok, "@"):
		h, err := parseHandle(tok)
		return value{kind: dex.ValueMethodHandle, hand: h}, err
	case tok[0] == '(':
		return value{kind: dex.ValueMethodType, text: tok}, nil
	case strings.Contains(tok, "->"):
		if strings.Contains(tok, "(") {
			return value{kind: dex.ValueMethod, text: tok}, nil
		}
		return value{kind: dex.ValueField, text: tok}, nil
	case tok[0] == 'L' || tok[0] == '[' || len(tok) == 1 && strings.Contains("ZBSCIJFDV", tok):
		return value{kind: dex.ValueType, text: tok}, nil
	}
	return number(tok)
}

func number(tok string) (value, error) {
	hex := strings.HasPrefix(strings.TrimPrefix(tok, "-"), "0x")
	if !hex && strings.ContainsAny(tok, ".e") || !hex && strings.HasSuffix(tok, "f") {
		f, err := strconv.ParseFloat(strings.TrimSuffix(tok, "f"), 64)
		if strings.HasSuffix(tok, "f") {
			return value{kind: dex.ValueFloat, num: uint64(math.Float32bits(float32(f)))}, err
		}
		return value{kind: dex.ValueDouble, num: math.Float64bits(f)}, err
	}
	n, err := literal(tok)
	kind := dex.ValueInt
	switch tok[len(tok)-1] {
	case 'L':
		kind = dex.ValueLong
	case 's', 'S':
		kind = dex.ValueShort
	case 't', 'T':
		kind = dex.ValueByte
	}
	return value{kind: kind, num: uint64(n)}, err
}

// fit gives a number the kind that a field of the type wants.
func (v *value) fit(typ string) {
	if v.kind != dex.ValueInt {
		return
	}
	switch typ {
	case "Z":
		v.kind = dex.ValueBoolean
	case "B":
		v.kind = dex.ValueByte
	case "S":
		v.kind = dex.ValueShort
	case "C":
		v.kind = dex.ValueChar
	case "J":
		v.kind = dex.ValueLong
	}
}

// unquote parses a string literal. \uD800 to \uDFFF give lone surrogates in
// their three-byte form, which strconv refuses.
func unquote(tok string) (string, error) {
	var lone []string
	var b strings.Builder
	for i := 0; i < len(tok); i++ {
		if i+6 <= len(tok) && tok[i] == '\\' && (tok[i+1] == 'u') && (tok[i+2]|0x20) == 'd' && tok[i+3] >= '8' {
			n, err := strconv.ParseUint(tok[i+2:i+6], 16, 16)
			if err == nil {
				lone = append(lone, string([]byte{0xe0 | byte(n>>12), 0x80 | byte(n>>6)&0x3f, 0x80 | byte(n)&0x3f}))
				b.WriteString(`\x00`)
				b.WriteString(strconv.Itoa(len(lone) - 1))
				b.WriteString(`\x00`)
				i += 5
				continue
			}
		}
		b.WriteByte(tok[i])
		if tok[i] == '\\' && i+1 < len(tok) {
			i++
			b.WriteByte(tok[i])
		}
	}
	s, err := strconv.Unquote(b.String())
	for i, l := range lone {
		s = strings.Replace(s, "\x00"+strconv.Itoa(i)+"\x00", l, 1)
	}
	return s, err
}

var handleKinds = map[string]dex.HandleKind{
	"static-put": dex.HandleStaticPut, "static-get": dex.HandleStaticGet,
	"instance-put": dex.HandleInstancePut, "instance-get": dex.HandleInstanceGet,
	"invoke-static": dex.HandleInvokeStatic, "invoke-instance": dex.HandleInvokeInstance,
	"invoke-constructor": dex.HandleInvokeConstructor, "invoke-direct": dex.HandleInvokeDirect,
	"invoke-interface": dex.HandleInvokeInterface,
}

// parseHandle parses "invoke-static@Lcom/foo/A;->f()V".
func parseHandle(tok string) (handle, error) {
	kind, member, _ := strings.Cut(tok, "@")
	k, ok := handleKinds[kind]
	if !ok {
		return handle{}, fmt.Errorf("%s is not a method handle", tok)
	}
	return handle{kind: k, member: member}, nil
}

// parseCallSite parses name("method", (type)X, args...)@bootstrap.
func parseCallSite(line int, tok string) (*callSite, error) {
	open, at := strings.IndexByte(tok, '('), strings.LastIndexByte(tok, '@')
	if open < 0 || at < open || tok[at-1] != ')' {
		return nil, fmt.Errorf("%s is not a call site", tok)
	}
	toks, err := tokens(tok[open+1 : at-1])
	if err != nil || len(toks) < 2 {
		return nil, fmt.Errorf("%s needs a name and a type", tok)
	}
	site := &callSite{bootstrap: handle{kind: dex.HandleInvokeStatic, member: tok[at+1:]}, desc: toks[1]}
	if site.name, err = unquote(toks[0]); err != nil {
		return nil, err
	}
	v := &valueParser{toks: toks[2:], line: line}
	for len(v.toks) > 0 {
		arg, err := v.value()
		if err != nil {
			return nil, err
		}
		site.args = append(site.args, arg)
	}
	return site, nil
}
