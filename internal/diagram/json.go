package diagram

import (
	"encoding/json"
	"io"
)

// Version is the format that WriteJSON writes.
const Version = 2

// WriteJSON writes the picture as one JSON object; docs/graphs.md has its shape.
func (d *Diagram) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(struct {
		Version int     `json:"version"`
		Of      string  `json:"of"`
		Title   string  `json:"title"`
		Groups  []Group `json:"groups"`
		Nodes   []Node  `json:"nodes"`
		Edges   []Edge  `json:"edges"`
	}{Version, d.Of, d.Title, orEmpty(d.groups), orEmpty(d.nodes), orEmpty(d.edges)})
}

// orEmpty makes a list that is absent an empty one, "[]".
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
