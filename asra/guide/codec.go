package guide

import (
	"bytes"
	_ "embed" // the schema
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema (draft 2020-12) of the guide's JSON form.
// The schema says less than Validate: it cannot tell that a goal comes after those that it names.
func Schema() []byte { return bytes.Clone(schema) }

// Encode returns the JSON form of g, ending in a newline. It refuses a guide
// that Validate refuses, so whatever was written can be read again.
// The bytes are the same for equal guides, and HTML characters stay as they are, so that guides can be
// compared as text.
func Encode(g *Guide) ([]byte, error) {
	if err := g.Validate(); err != nil {
		return nil, fmt.Errorf("encoding the guide: %w", err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(g); err != nil {
		return nil, fmt.Errorf("encoding the guide: %w", err)
	}
	return out.Bytes(), nil
}

// Decode reads what Encode wrote. It is strict: unknown fields, text after the
// document, another version and anything that Validate refuses are errors that
// say where the trouble is.
func Decode(data []byte) (*Guide, error) {
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("decoding the guide: %w", located(data, err))
	}
	if head.Version == nil {
		return nil, errors.New("decoding the guide: no version: this JSON is not a guide")
	}
	if *head.Version != Version {
		age := "an older"
		if *head.Version > Version {
			age = "a newer"
		}
		return nil, fmt.Errorf("decoding the guide: version %d, but this talpa reads version %d: written by %s talpa; "+
			"run `talpa analyze APP TRACE -o guide.json` again", *head.Version, Version, age)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	g := new(Guide)
	if err := dec.Decode(g); err != nil {
		return nil, fmt.Errorf("decoding the guide: %w", located(data, err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("decoding the guide: line %d: text after the end", lineAt(data, dec.InputOffset()))
	}
	if err := g.Validate(); err != nil {
		return nil, fmt.Errorf("decoding the guide: %w", err)
	}
	return g, nil
}

// located adds the line of the document to an error of encoding/json.
func located(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %w", lineAt(data, syntax.Offset), err)
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: %w", lineAt(data, kind.Offset), err)
	}
	return err
}

// lineAt returns the 1-based line of a byte offset, clamped to the document.
func lineAt(data []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte{'\n'})
}
