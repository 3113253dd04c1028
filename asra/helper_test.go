package asra_test

import (
	"strings"
	"testing"

	"talpa/asra"
	"talpa/asra/guide"
)

// TestAnalyze_helpersAskedAboutAField states which values of a setter keep it where the handler asks a helper
// of its own about the field: those with which the helper answers so that the handler
// leads on, and all of them if the helper does more than look.
func TestAnalyze_helpersAskedAboutAField(t *testing.T) {
	t.Parallel()
	const two = "\n    const v1, 2\n"
	for _, row := range []struct {
		name, helper, test string
		keep, drop         []string
	}{
		{"accessor", "iget v0, p0, Lt/Main;->mode:I", "const v2, 3\nif-eq v0, v2, :crash", []string{"3"}, []string{"0", "4"}},
		{"accessor or more", "iget v0, p0, Lt/Main;->mode:I", "const v2, 3\nif-gt v0, v2, :crash", []string{"4"}, []string{"3"}},
		{
			"comparison", "iget v0, p0, Lt/Main;->mode:I" + two + "if-lt v0, v1, :no\nconst v0, 1\nreturn v0\n:no\nconst v0, 0",
			"if-nez v0, :crash", []string{"2", "3"}, []string{"1", "-1"},
		},
		{
			"one return", "iget v0, p0, Lt/Main;->mode:I" + two + "if-lt v0, v1, :no\nconst v0, 1\n:ret\nreturn v0\n:no\nconst v0, 0\ngoto :ret",
			"if-eqz v0, :crash", []string{"1", "-1"}, []string{"2", "3"},
		},
		{
			"asks another", "invoke-virtual {p0}, Lt/Main;->other()I\nmove-result v0\nif-eqz v0, :no\nconst v0, 7\nreturn v0\n:no\nconst v0, 8",
			"const v2, 7\nif-eq v0, v2, :crash", []string{"1", "5"}, []string{"0"},
		},
		{
			"two fields", "iget v0, p0, Lt/Main;->mode:I\nif-eqz v0, :no\niget v0, p0, Lt/Main;->other:I\nif-eqz v0, :no\n" +
				"const v0, 1\nreturn v0\n:no\nconst v0, 0", "if-nez v0, :crash", []string{"1", "5"}, []string{"0"},
		},
		{
			"either of two fields", "iget v0, p0, Lt/Main;->mode:I\nif-nez v0, :yes\niget v0, p0, Lt/Main;->other:I\nif-nez v0, :yes\n" +
				"const v0, 0\nreturn v0\n:yes\nconst v0, 1", "if-nez v0, :crash", []string{"1", "0"}, nil,
		},
		{
			"changes something", "iget v0, p0, Lt/Main;->mode:I\nconst v1, 1\niput v1, p0, Lt/Main;->other:I",
			"if-nez v0, :crash", []string{"0", "1"}, nil,
		},
		{
			"computes", "iget v0, p0, Lt/Main;->mode:I\nadd-int/lit8 v0, v0, 1", "if-nez v0, :crash", []string{"0", "1"}, nil,
		},
		{
			"reads twice", "iget v0, p0, Lt/Main;->mode:I\nif-eqz v0, :no\niget v0, p0, Lt/Main;->mode:I\nreturn v0\n:no\nconst v0, 1",
			"if-nez v0, :crash", []string{"0", "1"}, nil,
		},
		{
			"used otherwise", "iget v0, p0, Lt/Main;->mode:I", "iput v0, v1, Lt/Main;->other:I\nif-nez v0, :crash",
			[]string{"0", "1"}, nil,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			for _, want := range []struct {
				values []string
				drop   bool
			}{{row.keep, false}, {row.drop, true}} {
				for _, n := range want.values {
					if got := dropsWithHelper(t, row.helper, row.test, n); got != want.drop {
						t.Errorf("the handler that sets %s: dropped %t", n, got)
					}
				}
			}
		})
	}
}

// askingApp is testedApp with a helper that the handler asks instead of reading the
// field itself.
var askingApp = strings.NewReplacer(
	"iget v0, v1, Lt/Main;->mode:I", "invoke-virtual {v1}, Lt/Main;->ask()I\nmove-result v0",
	".method crash()V", `.method ask()I
    .registers 4
    HELPER
    return v0
.end method
.method other()I
    .registers 4
    iget v0, p0, Lt/Main;->mode:I
    return v0
.end method
.method crash()V`).Replace(testedApp)

// dropsWithHelper says whether the handler that sets the field to n is dropped.
func dropsWithHelper(t *testing.T, helper, test, n string) bool {
	t.Helper()
	app := strings.Replace(askingApp, "HELPER", helper, 1)
	set := "const v0, " + n + "\niput v0, v1, Lt/Main;->mode:I"
	for _, cb := range withSetterIn(t, app, test, "", set, asra.Options{}).Callbacks {
		if strings.HasPrefix(cb.Method, "Lt/Set;->onClick") {
			return cb.Verdict == guide.Irrelevant
		}
	}
	t.Fatal("the guide lacks the handler")
	return false
}
