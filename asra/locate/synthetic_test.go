package locate

import (
	"strings"
	"testing"
)

// TestMethodStem: names that compilers made of one name in the source have one stem.
func TestMethodStem(t *testing.T) {
	t.Parallel()
	for stem, names := range map[string][]string{
		"lambda$open":  {"lambda$open$0", "lambda$open$12", "lambda$open$0$Main", "lambda$open$0$com-foo-Main"},
		"open$lambda":  {"open$lambda-0", "open$lambda$7", "m12open$lambda$7", "open$lambda-3$lambda-2"},
		"access$":      {"access$000", "access$17"},
		"open2":        {"open2"},
		"<init>":       {"<init>"},
		"öffne$lambda": {"öffne$lambda$1"},
	} {
		for _, name := range names {
			if got := methodStem(name); got != stem {
				t.Errorf("%s: %s, want %s", name, got, stem)
			}
		}
	}
}

// TestWithoutNumbers: classes that compilers made of one place in the source are one name.
func TestWithoutNumbers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a.Main":                          "a.Main",
		"a1.Main2":                        "a1.Main2",
		"a.Main$1":                        "a.Main$",
		"a.Main$12$3":                     "a.Main$$",
		"a.Main2$Inner":                   "a.Main2$Inner",
		"a.Main$load$1":                   "a.Main$load$",
		"a.-$$Lambda$Main$x7Qz":           "a.-$$Lambda$",
		"La/-$$Lambda$Main$x7Qz;":         "La/-$$Lambda$;",
		"a.Main$$ExternalSyntheticLambda": "a.Main$$ExternalSyntheticLambda",
		"La/Main$1;":                      "La/Main$;",
		"a.Lambda$1":                      "a.Lambda$",
		"":                                "",
	} {
		if got := withoutNumbers(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// FuzzWithoutNumbers: what is left has nothing more to drop, and the part before the
// first "$" stays.
func FuzzWithoutNumbers(f *testing.F) {
	for _, name := range []string{"a.Main$1", "La/-$$Lambda$Main$x7Qz;", "Lambda$", "$0", "a$Lambda$1Lambda$", "L/-$Qz$Lambd4a$"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := withoutNumbers(name)
		if again := withoutNumbers(got); again != got {
			t.Errorf("%q: %q, then %q", name, got, again)
		}
		first := sourceClass(name)
		if i := strings.Index(name, "Lambda$"); !strings.HasPrefix(got, first) && (i < 0 || i >= len(first)) {
			t.Errorf("%q: %q does not begin with %q", name, got, first)
		}
		methodStem(name)
	})
}
