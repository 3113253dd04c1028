package apk

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"testing"

	"github.com/avast/apkparser"
)

// TestAttributeNames: what the library calls an attribute is what specs does.
// The library gives its table out only by decoding, so it is given a document that
// has one attribute of every id.
func TestAttributeNames(t *testing.T) {
	t.Parallel()
	theirs := libraryAttributes(t)
	if len(theirs) < 1200 {
		t.Errorf("apkparser names %d attributes", len(theirs))
	}
	for id, name := range theirs {
		if own := frameworkName(id); own != "attr/"+name {
			t.Errorf("%v is %q here, %q in apkparser", id, own, name)
		}
	}
}

func libraryAttributes(t *testing.T) map[ID]string {
	t.Helper()
	const first, count = 0x01010000, 0x700
	sink := &attributeSink{}
	if err := apkparser.ParseXml(bytes.NewReader(attributeDocument(first, count)), sink, nil); err != nil {
		t.Fatal(err)
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
