package specs

import (
	_ "embed" // the data file
	"strconv"
	"strings"
	"sync"
)

//go:embed attributenames.txt
var attributeNamesText string

// AttributeNames are the names of the framework's public attributes by resource id,
// 0x01010000 is "theme". Documents whose names a shrinker blanked have the ids
// only. Do not modify it.
func AttributeNames() map[uint32]string { return attributeNames() }

var attributeNames = sync.OnceValue(func() map[uint32]string {
	names := map[uint32]string{}
	for line := range strings.Lines(attributeNamesText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		first, err := strconv.ParseUint(words[0], 16, 32)
		if err != nil {
			panic("specs: attributenames.txt: " + err.Error()) // cannot happen: tested
		}
		for i, name := range words[1:] {
			names[uint32(first)+uint32(i)] = name
		}
	}
	return names
})
