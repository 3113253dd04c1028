package callgraph

import (
	"slices"
	"strings"
)

// wide are package prefixes under which several vendors publish: there a vendor
// is one level deeper.
var wide = []string{
	"com/google/", "com/android/", "com/github/", "io/github/", "org/apache/", "com/facebook/", "net/sourceforge/",
}

// narrow are package prefixes that are one vendor as a whole.
var narrow = []string{
	"androidx/", "android/", "kotlin/", "kotlinx/", "java/", "javax/", "dagger/", "okhttp3/", "okio/", "retrofit2/",
}

// Vendor returns the part of a type's package that tells who wrote it. It is
// used to tell a library from the code that uses it, never to skip code.
func Vendor(desc string) string {
	name := strings.TrimPrefix(desc, "L")
	for _, p := range narrow {
		if strings.HasPrefix(name, p) {
			return p
		}
	}
	depth := 2
	for _, p := range wide {
		if strings.HasPrefix(name, p) {
			depth = 3
		}
	}
	end := 0
	for range depth {
		next := strings.IndexByte(name[end:], '/')
		if next < 0 {
			break
		}
		end += next + 1
	}
	return name[:end]
}

// Platform says that a vendor's code is of the platform's libraries: what they do on
// their own tells nothing about the app.
func Platform(vendor string) bool { return slices.Contains(narrow, vendor) }
