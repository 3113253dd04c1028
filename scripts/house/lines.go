package main

import (
	"bytes"
	"go/scanner"
	"go/token"
	"regexp"
)

// generated is the line by which Go's tools know a file that nobody edits.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// lines counts the lines of a Go file with code, and those with a comment only. A directive such as
// //go:build is neither. A generated file has none of either.
func lines(source []byte) (code, comments int) {
	if generated.Match(source) {
		return 0, 0
	}
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	const (
		comment  = 1
		anything = 2
	)
	kinds := map[int]int{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		kind := anything
		switch {
		case tok == token.SEMICOLON && text == "\n":
			continue // the scanner's own
		case tok == token.COMMENT && bytes.HasPrefix([]byte(text), []byte("//go:")):
			continue
		case tok == token.COMMENT:
			kind = comment
		}
		first := file.Line(pos)
		for line := first; line <= first+bytes.Count([]byte(text), []byte("\n")); line++ {
			kinds[line] = max(kinds[line], kind)
		}
	}
	for _, kind := range kinds {
		if kind == anything {
			code++
		} else {
			comments++
		}
	}
	return code, comments
}

// full counts the lines that are not empty.
func full(data []byte) int {
	n := 0
	for line := range bytes.Lines(data) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}
