// Package corpus finds the development corpus (other people's apps and crash
// traces) that lies beside a checkout and is never part of it. Package need says what
// becomes of a test where it is absent.
package corpus

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"talpa/internal/need"
)

// Case is one published crash: an app, the trace as people pasted it and the
// crash point that the trace names.
type Case struct {
	Name      string `json:"case"`      // folder name, for example "notepad-23"
	Package   string `json:"package"`   // application id
	Exception string `json:"exception"` // class and message of the innermost cause
	Target    string `json:"target"`    // crash point, pkg.Class.method(File.java:12)
	// LineInDex says that the app's code has that line in that method: else the APK is
	// another build than that of the trace.
	LineInDex bool `json:"line_in_dex"`

	APK   string `json:"-"` // path of the app
	Trace string `json:"-"` // path of the pasted trace
}

// Dir returns the corpus folder.
func Dir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(root(), "..", "shared")
	if _, err := os.Stat(filepath.Join(dir, "cases")); err != nil {
		need.Missing(t, need.Corpus, "other people's apps and traces, at ../shared")
	}
	return dir
}

// Cases returns every published crash in name order.
func Cases(t testing.TB) []Case {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Dir(t), "cases", "*", "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(files)
	cases := make([]Case, 0, len(files))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c Case
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		dir := filepath.Dir(file)
		c.Name = filepath.Base(dir)
		c.APK = filepath.Join(dir, "app.apk")
		c.Trace = filepath.Join(dir, "trace.txt")
		cases = append(cases, c)
	}
	return cases
}

// APKs returns the paths of all apps of the corpus, cases included, in path order.
func APKs(t testing.TB) []string {
	t.Helper()
	dir := Dir(t)
	var apks []string
	for _, pattern := range []string{"cases/*/*.apk", "apks/*/*.apk", "apks/*/*/*.apk"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		apks = append(apks, found...)
	}
	sort.Strings(apks)
	return apks
}

// Part returns every nth of some cases or apps, from the first on, and all of them where the run is of the whole
// (need.Whole): a check of the same thing on more data.
func Part[T any](all []T, n int) []T {
	if need.Whole() {
		return all
	}
	var part []T
	for i := 0; i < len(all); i += n {
		part = append(part, all[i])
	}
	return part
}

// Samples returns the paths of our own sample apps, which are part of a checkout.
func Samples(t testing.TB) []string {
	t.Helper()
	apks, err := filepath.Glob(filepath.Join(root(), "testdata", "apps", "*.apk"))
	if err != nil || len(apks) == 0 {
		t.Fatalf("no sample apps: %v", err)
	}
	return apks
}

// EachAPK runs a test on the sample apps, and as another subtest on every nth of the apps of the
// corpus (Part), which says so where there is none.
func EachAPK(t *testing.T, n int, run func(t *testing.T, apks []string)) {
	t.Helper()
	t.Run("samples", func(t *testing.T) {
		t.Parallel()
		run(t, Samples(t))
	})
	t.Run("corpus", func(t *testing.T) {
		t.Parallel()
		run(t, Part(APKs(t), n))
	})
}

// start is the folder in which the test program began: that of its package.
var start, _ = os.Getwd()

// root is the module's folder: the nearest with go.mod, from the package's up. Names of source files do not tell it,
// since programs are built without the names of folders.
func root() string {
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
	}
}
