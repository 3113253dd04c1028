package apk

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/xml"
	"strconv"
	"strings"
	"sync"

	"github.com/avast/apkparser"
)

//go:embed framework.txt
var frameworkText string

// framework is the names of the framework's public resources, "attr/theme".
type framework struct {
	names map[ID]string
	ids   map[string]ID
}

var frameworkTable = sync.OnceValue(func() framework {
	f := framework{names: map[ID]string{}, ids: map[string]ID{}}
	add := func(id ID, name string) { f.names[id], f.ids[name] = name, id }
	for line := range strings.Lines(frameworkText) {
		words := strings.Fields(line)
		first, err := strconv.ParseUint(words[0], 16, 32)
		if err != nil {
			continue // a comment
		}
		for i, key := range words[2:] {
			add(ID(first)+ID(i), words[1]+"/"+key)
		}
	}
	for id, key := range attributeNames() {
		add(id, "attr/"+key)
	}
	return f
})

func frameworkName(id ID) string {
	if id.Package() != 1 {
		return ""
	}
	return frameworkTable().names[id]
}

func frameworkID(name string) ID { return frameworkTable().ids[name] }

// attributeNames asks apkparser for its table of framework attributes. The
// library gives it out only by decoding, so it is given a document that has
// one attribute of every id. That document is ours: no input of a user ever
// reaches the library, hence none of its faults can be provoked.
func attributeNames() map[ID]string {
	const first, count = 0x01010000, 0x700
	sink := &attributeSink{}
	if err := apkparser.ParseXml(bytes.NewReader(attributeDocument(first, count)), sink, nil); err != nil {
		return nil
	}
	names := make(map[ID]string, count)
	for i, a := range sink.attrs {
		if a.Name.Local != "" {
			names[first+ID(i)] = a.Name.Local
		}
	}
	return names
}

// attributeSink keeps the attributes of the last element.
type attributeSink struct{ attrs []xml.Attr }

// EncodeToken is called by apkparser for every token.
func (s *attributeSink) EncodeToken(t xml.Token) error {
	if e, ok := t.(xml.StartElement); ok {
		s.attrs = e.Attr
	}
	return nil
}

// Flush is called by apkparser at the end.
func (s *attributeSink) Flush() error { return nil }

// attributeDocument is binary XML: <_/> with count null attributes of
// consecutive ids and blank names.
func attributeDocument(first, count uint32) []byte {
	le := binary.LittleEndian
	chunk := func(kind, header uint16, body []byte) []byte {
		b := le.AppendUint16(nil, kind)
		b = le.AppendUint16(b, header)
		b = le.AppendUint32(b, uint32(8+len(body)))
		return append(b, body...)
	}
	words := func(b []byte, values ...uint32) []byte {
		for _, v := range values {
			b = le.AppendUint32(b, v)
		}
		return b
	}
	// The pool: count blank strings, then "_", all in UTF-8.
	pool := words(nil, count+1, 0, 1<<8, 28+4*(count+1), 0)
	pool = words(pool, make([]uint32, count)...)
	pool = append(words(pool, 4), 0, 0, 0, 0, 1, 1, '_', 0)

	var ids []byte
	tag := words(nil, 1, noIndex, noIndex, count)
	tag = le.AppendUint16(tag, 20)
	tag = le.AppendUint16(tag, 20)
	tag = le.AppendUint16(tag, uint16(count))
	tag = append(tag, make([]byte, 6)...)
	for i := range count {
		ids = words(ids, first+i)
		tag = words(tag, noIndex, i, noIndex, 8, 0)
	}
	body := chunk(chunkStringPool, 28, pool)
	body = append(body, chunk(chunkResourceMap, 8, ids)...)
	body = append(body, chunk(chunkStartTag, 16, tag)...)
	return chunk(0x0003, 8, body)
}
