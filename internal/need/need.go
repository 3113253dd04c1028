// Package need is what tests say of what they need beside this module: programs,
// the development corpus, the built agent, a kernel that confines; and of how much time.
//
// Where it is missing the test fails, unless the run says that it does without: with
// -short, or by naming it in TALPA_WITHOUT, a list of words (TALPA_WITHOUT="corpus adb").
// So a green run means that everything was tested that it does not say it left out;
// `make test` ends with the list of that.
package need

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable that lists what a run does without.
const Variable = "TALPA_WITHOUT"

// WholeVariable is the environment variable that asks for the whole of the checks: see Whole.
const WholeVariable = "TALPA_WHOLE"

// Whole says whether long checks of the same thing on more data are made on all of it, as `make test-all` and so the
// CI has it. `make test` takes a fixed part.
func Whole() bool { return os.Getenv(WholeVariable) != "" }

// OnlyWhole skips a test that checks on more data what others check, unless the run is of the whole.
func OnlyWhole(t testing.TB) {
	t.Helper()
	if !Whole() {
		t.Skip("more of the same: make test-all (" + WholeVariable + "=1) runs it")
	}
}

// Corpus, Agent, Kernel and Controllers are needs that are no programs.
const (
	Corpus = "corpus" // other people's apps, at ../shared
	Agent  = "agent"  // the embedded device's agent, built
	Kernel = "kernel" // namespaces, mounts and Landlock, all of them
	// Controllers of cgroup v2 for memory, processes and processors, delegated.
	Controllers = "controllers"
)

// Program returns the path of a program. how says from where it comes.
func Program(t testing.TB, name, how string) string {
	t.Helper()
	path := find(name, os.Getenv("PATH"))
	if path == "" {
		Missing(t, name, how)
	}
	return path
}

// find looks for a program in a list of folders; "" if it is in none.
func find(name, folders string) string {
	for _, dir := range filepath.SplitList(folders) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// Tools is where the programs come from that scripts/tools.sh installs.
const Tools = "make tools"

// Missing ends a test whose need is not there: what is a word for TALPA_WITHOUT, how
// says from where it comes.
func Missing(t testing.TB, what, how string) {
	t.Helper()
	if reason, ok := excused(what, testing.Short(), os.Getenv(Variable)); ok {
		t.Skip(reason)
	}
	t.Fatalf("needs %s: %s; or say that this machine does without: %s=%s", what, how, Variable, what)
}

// excused says whether a run does without, and why the test is skipped then.
func excused(what string, short bool, without string) (reason string, ok bool) {
	switch {
	case slices.Contains(strings.Fields(without), what):
		return "without " + what + " (" + Variable + ")", true
	case short:
		return "without " + what + " (-short)", true
	}
	return "", false
}
