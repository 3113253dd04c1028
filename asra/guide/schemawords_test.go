package guide

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestSchemaWords keeps the words that the schema lists and those that Validate takes together, both ways.
func TestSchemaWords(t *testing.T) {
	t.Parallel()
	var document map[string]any
	if err := json.Unmarshal(schema, &document); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   string // a path in the schema
		want []string
	}{
		{"$defs/role", words(roles)},
		{"$defs/input/properties/kind", words(inputKinds)},
		{"$defs/input/properties/cause", words(inputCauses)},
		{"$defs/dependency/properties/kind", words(dependencyKinds)},
		{"$defs/subject/properties/kind", words(subjectKinds)},
		{"$defs/reason/properties/kind", words(reasonKinds)},
		{"$defs/step/properties/kind", words(slices.Concat(reasonKinds, stepKinds))},
		{"$defs/doubt/properties/kind", words(doubtKinds)},
		{"$defs/want/properties/class", words(wantClasses)},
		{"$defs/crash/properties/kind", words(crashKinds)},
		{"$defs/crash/properties/basis/items", words(crashBases)},
		{"$defs/crash/properties/unknown/items", words(crashParts)},
		{"$defs/goal/properties/kind", words(goalKinds)},
		{"$defs/achiever/properties/kind", words(achieverKinds)},
		{"$defs/achiever/properties/change", words(changes)},
		{"$defs/achiever/properties/gesture", words(gestures)},
		{"$defs/achiever/properties/answer", words(answers)},
	} {
		node := document
		for part := range strings.SplitSeq(c.at, "/") {
			node, _ = node[part].(map[string]any)
		}
		list, _ := node["enum"].([]any)
		if got := words(list); !slices.Equal(got, c.want) {
			t.Errorf("%s: the schema lists\n%s\nand Validate takes\n%s", c.at, got, c.want)
		}
	}
}

// words are some values as texts, in order.
func words[T any](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = fmt.Sprint(v)
	}
	slices.Sort(all)
	return all
}
