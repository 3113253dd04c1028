package event

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Responses is the Arg of a Config that says how the servers behind the app's connections
// answer, where the device has some of its own: ResponsesNormal with what the app reads, the
// others as servers do at times.
const (
	Responses       = "responses"
	ResponsesNormal = "normal"
	ResponsesError  = "error" // an error: there is no such thing (404), or the status behind it
	ResponsesEmpty  = "empty" // nothing; of a field: nothing in it
	ResponsesBare   = "bare"  // JSON without members
	ResponsesPage   = "page"  // a page, whatever was asked for, as a hotel's network does
)

// Words of a Response that is right but for one field.
const (
	ResponsesMissing = "missing" // it is not there
	ResponsesNull    = "null"    // it is null
	ResponsesText    = "text"    // it is a text, whatever is read there
	ResponsesValue   = "value"   // it is what stands behind =
	ResponsesSize    = "size"    // it has as many elements or letters as stand behind =
)

// FaultyResponses are the values of Responses but the normal one that tell of no field and no status.
func FaultyResponses() []string {
	return []string{ResponsesError, ResponsesEmpty, ResponsesBare, ResponsesPage}
}

// Response is how a server answers: a value of Responses, taken apart. It is written WAY, error STATUS, WAY FIELD, or
// WAY FIELD=VALUE. A field is a key of JSON, or the last keys that lead to it with dots between them, or the name
// of an element or attribute of XML; #3 is the third of those that the answer has.
type Response struct {
	Way   string
	Field string // "" for all of the answer
	Value string // of the field, or the status of an error
}

// String is the value of Responses for it.
func (r Response) String() string {
	switch {
	case r.Way == ResponsesError && r.Value != "":
		return r.Way + " " + r.Value
	case r.Way == ResponsesValue, r.Way == ResponsesSize:
		return r.Way + " " + r.Field + "=" + r.Value
	case r.Field != "":
		return r.Way + " " + r.Field
	}
	return r.Way
}

// ParseResponse takes a value of Responses apart.
func ParseResponse(value string) (Response, error) {
	way, rest, more := strings.Cut(value, " ")
	r := Response{Way: way}
	switch way {
	case ResponsesNormal, ResponsesBare, ResponsesPage:
		if more {
			return r, fmt.Errorf("servers that answer %s know no field", way)
		}
	case ResponsesError:
		r.Value = rest
		if n, err := strconv.Atoi(rest); more && (err != nil || n < 400 || n > 599) {
			return r, fmt.Errorf("%.20q is no status of an error: want 400 to 599", rest)
		}
	case ResponsesEmpty, ResponsesMissing, ResponsesNull, ResponsesText:
		r.Field = rest
		if rest == "" && (more || way != ResponsesEmpty) {
			return r, fmt.Errorf("servers that answer %s need the name of a field", way)
		}
	case ResponsesValue, ResponsesSize:
		var is bool
		if r.Field, r.Value, is = strings.Cut(rest, "="); !is || r.Field == "" {
			return r, fmt.Errorf("servers that answer %s need FIELD=VALUE", way)
		}
		if _, err := strconv.ParseUint(r.Value, 10, 16); err != nil && way == ResponsesSize {
			return r, fmt.Errorf("%.20q is no number of elements", r.Value)
		}
	default:
		return r, fmt.Errorf("servers do not answer %.40q: want one of %s", way,
			strings.Join(slices.Concat([]string{ResponsesNormal}, FaultyResponses(), ofField), ", "))
	}
	return r, nil
}

// ofField are the words of answers that are right but for one field.
var ofField = []string{ResponsesMissing, ResponsesNull, ResponsesText, ResponsesValue, ResponsesSize}

// describeResponse says, for people, how servers answer; "" for what is no such value.
func describeResponse(value string) string {
	r, err := ParseResponse(value)
	if err != nil {
		return ""
	}
	field := strconv.Quote(r.Field)
	if nth, ok := strings.CutPrefix(r.Field, "#"); ok {
		field = "field " + nth
	}
	switch {
	case r.Way == ResponsesError && r.Value != "":
		return "that it went wrong (" + r.Value + ")"
	case r.Field == "":
		return servers[r.Way]
	case r.Way == ResponsesMissing:
		return "what the app reads, without " + field
	case r.Way == ResponsesNull:
		return "what the app reads, with null as " + field
	case r.Way == ResponsesText:
		return "what the app reads, with a text as " + field
	case r.Way == ResponsesEmpty:
		return "what the app reads, with nothing in " + field
	case r.Way == ResponsesValue:
		return fmt.Sprintf("what the app reads, with %.40q as %s", r.Value, field)
	}
	return "what the app reads, with " + r.Value + " in " + field
}

// servers says, for people, how they answer by the values of Responses that tell of no field.
var servers = map[string]string{
	ResponsesNormal: "what the app reads",
	ResponsesError:  "that there is no such thing (404)",
	ResponsesEmpty:  "with nothing",
	ResponsesBare:   "with JSON that has no members",
	ResponsesPage:   "with a web page, whatever is asked for",
}
