package main

import (
	"path"
	"regexp"
	"strings"
)

// javaFile is where a source of the agent lies: in a module of Maven, in main or test, in a package.
var javaFile = regexp.MustCompile(`^device/agent/[^/]+/src/(main|test)/java/(.+)/([^/]+)\.java$`)

// javaSkipped is what of Java holds no tokens and may hold marks of others: texts, and comments, which
// are kept as the first group.
var javaSkipped = regexp.MustCompile(`"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(//[^\n]*|/\*(?s:.*?)\*/)`)

// javaLines counts the lines of a Java file with code, and those with a comment only.
func javaLines(source []byte) (code, comments int) {
	const mark, word = "\x00", "x"
	marked := javaSkipped.ReplaceAllStringFunc(string(source), func(s string) string {
		sign := word
		if strings.HasPrefix(s, "/") {
			sign = mark
		}
		return sign + strings.Repeat("\n"+sign, strings.Count(s, "\n"))
	})
	for line := range strings.Lines(marked) {
		switch line = strings.TrimSpace(line); {
		case strings.Trim(line, mark+" ") != "":
			code++
		case line != "":
			comments++
		}
	}
	return code, comments
}

// inApp is the package of the tests that run inside an app on the embedded device. Each is about the
// package of the agent that its name begins with: TasksTest about talpa.agent.task.
const inApp = "dev.talpa.field"

// javaAbout is the package that a test inside an app is about, of those found: the one with the longest
// name that its name begins with, or inApp.
func javaAbout(test string, found map[string]*row) string {
	about, longest := inApp, 0
	for pkg := range found {
		name := strings.TrimPrefix(path.Ext(pkg), ".")
		if strings.HasPrefix(pkg, "talpa.agent.") && len(name) > longest &&
			strings.HasPrefix(strings.ToLower(test), name) {
			about, longest = pkg, len(name)
		}
	}
	return about
}

// shareJava counts the tests inside an app, by their names, to the packages that they are about.
func shareJava(tests map[string]int, found map[string]*row) {
	for name, lines := range tests {
		if r := found[javaAbout(name, found)]; r != nil {
			r.tests += lines
		}
	}
}
