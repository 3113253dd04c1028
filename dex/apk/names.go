package apk

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"talpa/specs"
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
	for id, key := range specs.AttributeNames() {
		add(ID(id), "attr/"+key)
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
