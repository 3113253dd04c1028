package framework

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestParseAm: the words of am become these parts of an intent.
func TestParseAm(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]amArgs{
		"-W -S -n p/.Main":           {wait: true, stop: true},
		"-a x -c c -c d -t t/u":      {},
		"http://a/b":                 {last: "http://a/b"},
		"-a SEND http://a/b":         {last: "http://a/b"},
		"p/.Main":                    {last: "p/.Main"},
		"p.q":                        {pkg: "p.q", last: "p.q"},
		"-p p":                       {pkg: "p"},
		"--user 0 --display 1 -D -N": {},
		"-P file --sampling 1 -R 2":  {},
		"--esn gone":                 {},
	} {
		got, err := parseAm(strings.Fields(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got.wait != want.wait || got.stop != want.stop || got.pkg != want.pkg || got.last != want.last {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"-n p/.Main":            `map[component:p/p.Main]`,
		"-n p/q.Main":           `map[component:p/q.Main]`,
		"-a x -c c -c d -t t/u": `map[action:x categories:[c d] type:t/u]`,
		"-d a:b -a x":           `map[action:x data:a:b]`,
		"http://a/b":            `map[action:android.intent.action.VIEW data:http://a/b]`,
		"-a SEND http://a/b":    `map[action:SEND data:http://a/b]`,
		"p/.Main":               `map[component:p/p.Main]`,
		"p.q":                   `map[]`,
		"--esn gone":            `map[]`,
	} {
		got, err := parseAm(strings.Fields(line))
		if params := fmt.Sprint(IntentParams(&got.Intent, got.extras)); err != nil || params != want {
			t.Errorf("%s: %s, %v; want %s", line, params, err, want)
		}
	}
}

// TestParseAmFlags: an option that names a flag sets it, -f sets all, and numbers beyond 32
// bits are none.
func TestParseAmFlags(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		"-f 0x10000000":        0x10000000,
		"-f 268435456":         0x10000000,
		"-f 0xffffffff":        0xffffffff,
		"-f -1":                -1,
		"--activity-clear-top": 0x04000000,
		"--activity-clear-top --activity-single-top": 0x24000000,
		"-f 1 --activity-clear-task":                 0x8001,
		"--activity-clear-task -f 1":                 1,
		"--grant-read-uri-permission":                1,
		"--grant-write-uri-permission":               2,
		"--include-stopped-packages":                 0x20,
		"--receiver-foreground":                      0x10000000,
		"--receiver-registered-only":                 0x40000000,
		"":                                           0,
	} {
		if got, err := parseAm(strings.Fields(line)); err != nil || got.Flags != want {
			t.Errorf("%s: %#x, %v; want %#x", line, got.Flags, err, want)
		}
	}
	for _, line := range []string{"-f 0x100000000", "-f -0x80000001", "-f", "-f x", "--activity-fly", "--receiver-fly",
		"--grant-all"} {
		if got, err := parseAm(strings.Fields(line)); err == nil {
			t.Errorf("%s: %#x, want an error", line, got.Flags)
		}
	}
	seen := map[int]string{}
	for option, flag := range amFlags { // a flag is one bit, of one option of its kind
		kind, _, _ := strings.Cut(option[2:], "-")
		if other := seen[flag]; flag&(flag-1) != 0 || strings.HasPrefix(other, "--"+kind) {
			t.Errorf("%s is %#x, as is %q", option, flag, other)
		}
		seen[flag] = option
	}
}

// TestParseAmExtras: extras are read as Intent.parseCommandArgs reads them.
func TestParseAmExtras(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]any{
		"--es k v":       "v",
		"-e k v":         "v",
		"--ecn k p/.C":   map[string]any{"component": "p/.C"},
		"--eu k a:b":     map[string]any{"uri": "a:b"},
		"--ez k true":    true,
		"--ez k T":       true,
		"--ez k 5":       true,
		"--ez k -1":      true,
		"--ez k False":   false,
		"--ez k f":       false,
		"--ez k 0":       false,
		"--ei k -7":      int64(-7),
		"--ei k 0x7f":    int64(127),
		"--ei k 010":     int64(8),
		"--el k 1099511": map[string]any{"long": int64(1099511)},
		"--ef k 1.5":     map[string]any{"float": 1.5},
		"--ed k 1e300":   map[string]any{"double": 1e300},
	} {
		got, err := parseAm(strings.Fields(line))
		if err != nil || !reflect.DeepEqual(got.extras["k"], want) {
			t.Errorf("%s: %#v, %v; want %#v", line, got.extras["k"], err, want)
		}
	}
	for _, line := range []string{
		"--es k", "--ez k", "--ez k yes", "--ei k 2147483648", "--ei k 1.5", "--el k 9223372036854775808", "--ef k 1e39",
		"--ef k NaN", "--ed k Inf", "--ecn k C", "--ecn k /C", "--ecn k p/", "--ed k 1e309", "--eu k", "--esn",
	} {
		if got, err := parseAm(strings.Fields(line)); err == nil {
			t.Errorf("%s: %#v, want an error", line, got.extras)
		}
	}
}

// TestTestFix: the place of a test provider, and what is none.
func TestTestFix(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"--location 1,2":                       "1,2",
		"--location 1,2 --accuracy 5":          "1,2,,5",
		"--time 99 --accuracy 5 --location 1,": "1,,,5",
		"--location 1,2 --location 3,4":        "3,4",
	} {
		if got, err := testFix(strings.Fields(line)); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
	for _, line := range []string{"", "--location", "--location 1", "--location 1,2,3", "--fly 1"} {
		if got, err := testFix(strings.Fields(line)); err == nil {
			t.Errorf("%s: %q, want an error", line, got)
		}
	}
}
