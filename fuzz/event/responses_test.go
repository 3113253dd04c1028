package event

import (
	"strings"
	"testing"
)

// TestParseResponse reads what servers answer, and writes it again.
func TestParseResponse(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]Response{
		"normal":              {Way: ResponsesNormal},
		"empty":               {Way: ResponsesEmpty},
		"error":               {Way: ResponsesError},
		"error 500":           {Way: ResponsesError, Value: "500"},
		"missing first name":  {Way: ResponsesMissing, Field: "first name"},
		"null owner.name":     {Way: ResponsesNull, Field: "owner.name"},
		"empty #3":            {Way: ResponsesEmpty, Field: "#3"},
		"text count":          {Way: ResponsesText, Field: "count"},
		"value count=a=b":     {Way: ResponsesValue, Field: "count", Value: "a=b"},
		"value count=":        {Way: ResponsesValue, Field: "count"},
		"size items=20":       {Way: ResponsesSize, Field: "items", Value: "20"},
		"missing ":            {},
		"missing":             {},
		"bare items":          {},
		"error never":         {},
		"error 200":           {},
		"value count":         {},
		"value =1":            {},
		"size items=-1":       {},
		"size items=1000000":  {},
		"missed items":        {},
		"":                    {},
		"empty ":              {},
		"normal with a field": {},
	} {
		got, err := ParseResponse(value)
		switch {
		case want == Response{} && err == nil:
			t.Errorf("%q is read as %+v", value, got)
		case want != Response{} && (err != nil || got != want || got.String() != value):
			t.Errorf("%q: %+v (%v), %q", value, got, err, got.String())
		}
		words := Event{Kind: Config, Arg: Responses, Value: value}.Describe()
		if told := strings.HasPrefix(words, "From here on, servers answer "); told != (err == nil) {
			t.Errorf("%q: %s", value, words)
		}
	}
}
