package locate

import (
	"regexp"
	"strings"
)

// Synthetic names: what compilers call that which has no name in the source. Two such
// names mean the same if they are equal without their numbers.

// sourceClass is the class that a nested one is in: those of one source file share it.
func sourceClass(class string) string {
	top, _, _ := strings.Cut(class, "$")
	return top
}

// kotlinLambda is the name of a lambda's method by Kotlin's compilers; the number at
// its start is of those of Compose, the one at its end is the lambda's.
var kotlinLambda = regexp.MustCompile(`^(?:m\d+)?([\p{L}_][\p{L}\p{N}_]*\$lambda)[-$]`)

// methodStem is a method's name without what compilers number and append: javac's
// lambda$open$0 is lambda$open$0$Main after desugaring, and Kotlin's open$lambda-0 is
// open$lambda$0 in newer versions.
func methodStem(name string) string {
	if rest, ok := strings.CutPrefix(name, "lambda$"); ok {
		in, _, _ := strings.Cut(rest, "$")
		return "lambda$" + in
	}
	if m := kotlinLambda.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return withoutNumbers(name)
}

// withoutNumbers is a class's or a method's name, or a class's descriptor, without the
// digits behind the first "$" and without the hash behind "Lambda$": a name that it
// leaves as it is has no part that a compiler numbered.
func withoutNumbers(name string) string {
	first := strings.IndexByte(name, '$')
	if first < 0 {
		return name
	}
	name = name[:first] + strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name[first:])
	if i := strings.Index(name, "Lambda$"); i >= 0 {
		name = name[:i+len("Lambda$")]
		if strings.HasPrefix(name, "L") {
			name += ";"
		}
	}
	return name
}
