package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages are the texts of README.md and of docs, by their paths from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	names, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(names) < 10 {
		t.Fatalf("%d pages, %v", len(names), err)
	}
	all := map[string]string{}
	for _, name := range append(names, filepath.Join(root, "README.md"),
		filepath.Join(root, "testdata", "apps", "README.md")) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		all[rel] = string(data)
	}
	return all
}

var (
	codeBlock = regexp.MustCompile("(?s)```.*?```")
	heading   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	link      = regexp.MustCompile(`\[[^\]]*\]\(([^)\s]+)\)`)
	unlinked  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors are the names by which GitHub links to the headings of a page.
func anchors(text string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.ReplaceAll(unlinked.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

// TestPages_links: each link of a page leads to a file or a heading that is there.
func TestPages_links(t *testing.T) {
	t.Parallel()
	all := pages(t)
	seen := 0
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(m[1], "://") {
				continue
			}
			seen++
			to := name
			if path != "" {
				to = filepath.Join(filepath.Dir(name), filepath.FromSlash(path))
			}
			if _, err := os.Stat(filepath.Join("..", "..", to)); err != nil {
				t.Errorf("%s: %s is not there", name, m[1])
			}
			if page, ok := all[to]; ok && anchor != "" && !slices.Contains(anchors(page), anchor) {
				t.Errorf("%s: %s has no heading #%s", name, to, anchor)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d links", seen)
	}
}

var (
	commandLine = regexp.MustCompile("(?m)(?:^ {4,}|`|bin/)talpa ([a-z]+)([^\n`|&>]*)")
	longFlag    = regexp.MustCompile(`(?:^|[\s(\[])--([a-z][a-z-]+)`)
)

// TestPages_commands: each command of talpa that a page shows is there, with its flags.
func TestPages_commands(t *testing.T) {
	t.Parallel()
	root := newRoot()
	seen := 0
	for name, text := range pages(t) {
		for _, m := range commandLine.FindAllStringSubmatch(text, -1) {
			if m[1] == "script" {
				continue // the first line of a script
			}
			seen++
			cmd, args, err := root.Find(append([]string{m[1]}, strings.Fields(m[2])...))
			if err != nil || cmd == root || cmd.HasSubCommands() && len(args) > 0 {
				t.Errorf("%s: %q: no such command, %v", name, m[0], err)
				continue
			}
			cmd.InitDefaultHelpFlag()
			for _, f := range longFlag.FindAllStringSubmatch(m[2], -1) {
				if cmd.Flags().Lookup(f[1]) == nil && cmd.InheritedFlags().Lookup(f[1]) == nil {
					t.Errorf("%s: %q: %s has no flag --%s", name, m[0], cmd.CommandPath(), f[1])
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d commands", seen)
	}
}
