// Package intent answers what an intent is like with which control comes to a place: its action, its MIME type and its
// address, by the texts that code compares with them.
package intent

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex/apk"
)

// Wanted is what of an intent is told; "" of a part says that any will do.
type Wanted struct{ Action, Type, Data string }

// comparisons are the calls that compare two texts, by what they ask of the longer one; the order of the two is not
// asked, but for those that say which is which.
var comparisons = []string{
	"equals", "equalsIgnoreCase", "contentEquals", "areEqual", "startsWith", "endsWith", "contains", "matches",
}

// members are a MIME type of each family.
var members = map[string]string{
	"image": "image/png", "video": "video/mp4", "audio": "audio/mpeg", "text": "text/plain",
	"application": "application/pdf",
}

// found are the texts of an intent's parts: "action", "type", the parts of an address by the name of their getter, a
// segment of its path by its number.
type found map[string]string

// Of is what control wants of the intent that came with an activity at some places, the innermost of which is first;
// what that tells is never overwritten. The filters of the activity give the rest of an address, whose path has as many
// segments as the crash tells, if that is not below zero.
func Of(app *appcode.Reader, places []callgraph.Use, filters []apk.IntentFilter, segments int) Wanted {
	parts := found{}
	for _, at := range places {
		an := app.OriginsOf(at.Method)
		if an == nil {
			continue
		}
		for _, o := range an.Passed(at.PC) {
			if o.Kind == origin.Result && slices.Contains(comparisons, o.Name) {
				parts.compared(an, o)
			}
		}
	}
	w := Wanted{Action: parts["getAction"], Type: parts["getType"], Data: parts.address(filters, segments)}
	if family, _, _ := strings.Cut(w.Type, "/"); members[family] != "" && (strings.HasSuffix(w.Type, "/") ||
		strings.HasSuffix(w.Type, "*") || family == w.Type) {
		w.Type = members[family]
	}
	return w
}

// compared notes a text that is compared with a part of an intent.
func (f found) compared(an *origin.Analysis, o origin.Origin) {
	call := an.Graph.Code.At(o.PC)
	for i, j := range []int{1, 0} {
		text, of := an.Args(&call, i), an.Args(&call, j)
		if len(text) != 1 || text[0].Kind != origin.String || len(of) != 1 || of[0].Kind != origin.Result {
			continue
		}
		if part := partOf(an, of[0]); part != "" && f[part] == "" {
			f[part] = text[0].Text
		}
	}
}

// partOf is the part of an intent that a call gives, "" if it gives none.
func partOf(an *origin.Analysis, o origin.Origin) string {
	call := an.Graph.Code.At(o.PC)
	switch {
	case o.Owner == "Landroid/content/Intent;" && (o.Name == "getAction" || o.Name == "getType"):
		return o.Name
	case o.Owner == "Landroid/net/Uri;" && o.Name == "getQueryParameter":
		if name := an.Args(&call, 1); len(name) == 1 && name[0].Kind == origin.String {
			return "?" + name[0].Text
		}
	case o.Owner == "Landroid/net/Uri;":
		return o.Name
	case o.Name == "get" || o.Name == "toLowerCase" || o.Name == "trim" || o.Name == "toString":
		of := an.Args(&call, 0)
		if len(of) != 1 || of[0].Kind != origin.Result {
			return ""
		}
		part := partOf(an, of[0])
		if part == "getPathSegments" {
			if n := an.Args(&call, 1); len(n) == 1 && n[0].Kind == origin.Int && n[0].Int >= 0 && n[0].Int < maxSegments {
				return strconv.FormatInt(n[0].Int, 10)
			}
			return ""
		}
		return part
	}
	return ""
}

// maxSegments bounds the path of an address.
const maxSegments = 8

// address is the address with the parts that are told, and a path of some size; "" if neither is told.
func (f found) address(filters []apk.IntentFilter, size int) string {
	scheme, host := f["getScheme"], cmp.Or(f["getHost"], f["getAuthority"])
	path := strings.TrimPrefix(cmp.Or(f["getPath"], f["getEncodedPath"]), "/")
	var segments, query []string
	for i := range maxSegments {
		if text := f[strconv.Itoa(i)]; text != "" {
			for len(segments) < i {
				segments = append(segments, "x")
			}
			segments = append(segments, text)
		}
	}
	if last := f["getLastPathSegment"]; last != "" {
		segments = append(segments, last)
	}
	for part, text := range f {
		if name, ok := strings.CutPrefix(part, "?"); ok {
			query = append(query, name+"="+text)
		}
	}
	if size >= 0 && size < maxSegments {
		segments = append(segments, slices.Repeat([]string{"x"}, size)...)[:size]
	}
	path = cmp.Or(path, strings.Join(segments, "/"))
	if path == "" && scheme == "" && host == "" && len(query) == 0 && size < 0 {
		return ""
	}
	for _, filter := range filters {
		for _, d := range filter.Data {
			scheme = cmp.Or(scheme, d.Scheme)
			if d.Host != "*" {
				host = cmp.Or(host, strings.Replace(d.Host, "*.", "www.", 1))
			}
		}
	}
	all := cmp.Or(scheme, "https") + "://" + cmp.Or(host, "example.com") + "/" + path
	if len(query) > 0 {
		slices.Sort(query)
		all += "?" + strings.Join(query, "&")
	}
	return all
}
