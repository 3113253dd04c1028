package apktest

import (
	"sort"

	"talpa/dex/apk"
)

// Encoding is the form in which a table lists the entries of a type.
type Encoding uint8

// The forms of the entry index, and of the entries themselves.
const (
	Dense Encoding = iota
	Sparse
	Offset16
	Compact // dense, with entries of 8 bytes where they are simple
)

// Table writes the resource table with dense indexes.
func (a *App) Table() []byte { return a.TableAs(Dense) }

// TableAs writes the resource table in another form.
func (a *App) TableAs(enc Encoding) []byte {
	var global, types, keys pool
	var chunks []byte
	for i, typ := range a.types {
		types.force(typ)
		entries := a.keys[typ]
		spec := append(words(uint32(i+1), uint32(len(entries))), make([]byte, 4*len(entries))...)
		chunks = append(chunks, chunk(0x0202, 16, spec)...)
		for _, config := range configsOf(entries) {
			chunks = append(chunks, typeChunk(&global, &keys, enc, i+1, entries, config)...)
		}
	}
	typePool, keyPool := types.chunk(true), keys.chunk(true)
	name := make([]byte, 256)
	for i, c := range a.pkg {
		le.PutUint16(name[2*i:], uint16(c))
	}
	const header = 288
	fixed := append(words(0x7f), name...)
	fixed = append(fixed, words(header, 0, uint32(header+len(typePool)), 0, 0)...)
	pkg := chunk(0x0200, header, fixed, typePool, keyPool, chunks)
	return chunk(0x0002, 12, words(1), global.chunk(true), pkg)
}

// configsOf lists the configurations of a type, the default first.
func configsOf(entries []entry) []string {
	seen := map[string]bool{}
	var list []string
	for _, e := range entries {
		for _, v := range e.values {
			if !seen[v.config] {
				seen[v.config] = true
				list = append(list, v.config)
			}
		}
	}
	sort.Strings(list)
	return list
}

func typeChunk(global, keys *pool, enc Encoding, id int, entries []entry, config string) []byte {
	var index, body []byte
	count := uint32(len(entries))
	if enc == Sparse {
		count = 0
	}
	for i, e := range entries {
		at := uint32(none)
		for _, v := range e.values {
			if v.config == config {
				at = uint32(len(body))
				body = append(body, entryBytes(global, keys, enc, e.key, v)...)
			}
		}
		switch {
		case enc == Sparse && at != none:
			index = le.AppendUint16(le.AppendUint16(index, uint16(i)), uint16(at/4))
			count++
		case enc == Offset16 && at == none:
			index = le.AppendUint16(index, 0xffff)
		case enc == Offset16:
			index = le.AppendUint16(index, uint16(at/4))
		case enc != Sparse:
			index = le.AppendUint32(index, at)
		}
	}
	for len(index)%4 != 0 {
		index = append(index, 0)
	}
	flags := map[Encoding]uint32{Sparse: 1, Offset16: 2}[enc]
	const header = 20 + 64
	fixed := words(uint32(id)|flags<<8, count, uint32(header+len(index)))
	return chunk(0x0201, header, fixed, configBytes(config), index, body)
}

// configBytes writes ResTable_config.
func configBytes(config string) []byte {
	b := make([]byte, 64)
	le.PutUint32(b, 64)
	switch {
	case config == "land":
		b[12] = 2
	case config == "night":
		b[29] = 0x20
	case len(config) == 2:
		copy(b[8:], config)
	case config != "":
		panic("apktest: no configuration " + config)
	}
	return b
}

func entryBytes(global, keys *pool, enc Encoding, key string, v variant) []byte {
	const flagComplex, flagCompact = 1, 8
	name := keys.add(key)
	if v.bag != nil {
		b := le.AppendUint16(le.AppendUint16(nil, 16), flagComplex)
		b = append(b, words(name, uint32(v.bag.Parent), uint32(len(v.bag.Items)))...)
		for _, item := range v.bag.Items {
			b = append(append(b, words(uint32(item.Name))...), valueBytes(global, item.Value)...)
		}
		return b
	}
	if enc == Compact {
		data := valueBytes(global, v.value)
		b := le.AppendUint16(nil, uint16(name))
		b = le.AppendUint16(b, flagCompact|uint16(v.value.Type)<<8)
		return append(b, data[4:]...)
	}
	b := append(le.AppendUint16(le.AppendUint16(nil, 8), 0), words(name)...)
	return append(b, valueBytes(global, v.value)...)
}

func valueBytes(global *pool, v apk.Value) []byte {
	if v.Type == apk.TypeString {
		v.Data = global.add(v.Str)
	}
	return words(8|uint32(v.Type)<<24, v.Data)
}
