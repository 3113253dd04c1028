package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"talpa/internal/files"
)

// bom is a list of parts in the form of CycloneDX 1.5.
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// jarName tells the name of a library and its version in the name of a jar.
var jarName = regexp.MustCompile(`^(.+?)-(\d[^/]*)\.jar$`)

// writeSBOM lists the Go modules in a program and the jars in a folder. The names of jars tell no
// group, so theirs have no package URL but their hash.
func writeSBOM(to, version, program, folder string) error {
	b := bom{Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: metadata{component{Type: "application", Name: "talpa", Version: version}}}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return fmt.Errorf("reading what is in %s: %w", program, err)
	}
	b.Components = append(b.Components, component{Type: "library", Name: "go", Version: info.GoVersion,
		PURL: "pkg:generic/go@" + info.GoVersion})
	for _, m := range info.Deps {
		b.Components = append(b.Components, component{Type: "library", Name: m.Path, Version: m.Version,
			PURL: "pkg:golang/" + m.Path + "@" + m.Version})
	}
	var jars []string
	for _, pattern := range []string{"*.jar", "sdk/*.jar"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		jars = append(jars, found...)
	}
	for _, jar := range jars {
		sum, err := files.Digest(jar)
		if err != nil {
			return err
		}
		c := component{Type: "library", Name: filepath.Base(jar), Version: version, Hashes: []hash{{"SHA-256", sum}}}
		if m := jarName.FindStringSubmatch(c.Name); m != nil {
			c.Name, c.Version = m[1], m[2]
		}
		b.Components = append(b.Components, c)
	}
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(data, '\n'), 0o644)
}
