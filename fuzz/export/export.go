// Package export writes a script in the languages of the tools that teams keep their tests
// in: adb alone, uiautomator2 for Python, UI Automator and Espresso for Kotlin, Maestro.
//
// One table says how an event is performed: as commands for the phone's shell, which all
// but Maestro can run, as a gesture, which each tool has words of its own for, and as
// commands of a flow. What a tool cannot do is left as a comment where it stood, and is a
// Gap with its reason.
//
// Every export asks in the end whether the failure happened: exception and frame in the
// log, where the tool can read the log. It scales pixels from the display that the script
// was recorded on to the one that it meets, and puts back the settings that it changed. The
// package runs nothing and reads no files.
package export

import (
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"talpa/fuzz/crash"
	"talpa/fuzz/event"
)

// Wanted is the failure that the script causes, as the log tells of it.
type Wanted struct {
	Kind      crash.Kind // "" is a finding that no log tells of
	Title     string     // for people
	Exception string     // class of the innermost cause, "" for none
	Frame     string     // class and method of the crash point, "" for none
}

// WantedOf is the failure that a crash tells of.
func WantedOf(c *crash.Crash, title string, inApp func(class string) bool) Wanted {
	if c == nil {
		return Wanted{Title: title}
	}
	w := Wanted{Kind: c.Kind, Title: title}
	if c.Kind != crash.Java {
		return w
	}
	if cause, ok := c.Trace.Cause(); ok {
		w.Exception = cause.Class
	}
	if _, frame, ok := c.Trace.Point(inApp); ok {
		w.Frame = frame.Class + "." + frame.Method
	}
	return w
}

// Gap is an event that a tool cannot perform.
type Gap struct {
	Step int // from 1
	Says string
	Why  string
}

func (g Gap) String() string { return fmt.Sprintf("step %d: %s: %s", g.Step, g.Says, g.Why) }

// File is a script in the language of a tool.
type File struct {
	Name string
	Tool string
	Run  string // the command that runs it, before its path; "" if that takes a project
	Mode fs.FileMode
	Text []byte // nil: with these gaps the tool cannot have it at all
	Gaps []Gap
}

// The names of the files.
const (
	NameShell    = "repro.sh"
	NamePython   = "repro.py"
	NameMaestro  = "flow.yaml"
	NameKotlin   = "CrashTest.kt"
	NameEspresso = "CrashEspressoTest.kt"
)

// Names are the names of all files that Files can make.
func Names() []string { return []string{NameShell, NamePython, NameKotlin, NameEspresso, NameMaestro} }

// Files writes the script in all languages.
func Files(script *event.Script, w Wanted) []File {
	j := newJob(script, w)
	return []File{shellFile(j), pythonFile(j), kotlinFile(j), espressoFile(j), maestroFile(j)}
}

// job is what all exports of a script share.
type job struct {
	script *event.Script
	wanted Wanted
	app    string // package, fit to stand unquoted in commands
	// width and height are those of the upright display that the script was recorded on.
	width, height int
	known         bool // that they are known
}

// The display of a script that does not say which: as the embedded device has it.
const (
	defaultWidth  = 720
	defaultHeight = 1280
)

var size = regexp.MustCompile(`\b([1-9][0-9]{1,4})x([1-9][0-9]{1,4})\b`)

func newJob(script *event.Script, w Wanted) *job {
	j := &job{script: script, wanted: w, app: packageName(script.Package), width: defaultWidth, height: defaultHeight}
	if m := size.FindStringSubmatch(script.Device); m != nil {
		j.width, _ = strconv.Atoi(m[1])
		j.height, _ = strconv.Atoi(m[2])
		j.known = true
	}
	return j
}

// step is an event in a tool's language.
type step struct {
	N     int
	Event event.Event
	Says  string   // in a person's words, on one line
	Lines []string // of the language
	Why   string   // it cannot be done; "" if it can
}

// steps has do write each event.
func (j *job) steps(do func(e event.Event) (lines []string, why string)) (steps []step, gaps []Gap) {
	turned := false
	for i, e := range j.script.Events {
		if e.Kind == event.Rotate {
			turned = (e.Arg == "landscape") == (j.width < j.height)
		}
		if e.Kind == event.Scroll || e.Kind == event.Swipe || e.Kind == event.Drag {
			e = event.WithEnd(e, pick(turned, j.height, j.width), pick(turned, j.width, j.height))
		}
		s := step{N: i + 1, Event: e, Says: line(e.Describe())}
		if s.Lines, s.Why = do(e); s.Why != "" {
			gaps = append(gaps, Gap{Step: s.N, Says: s.Says, Why: s.Why})
		}
		steps = append(steps, s)
	}
	return steps, gaps
}

func pick(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// recorded is the display that the script was recorded on, for people.
func (j *job) recorded() string {
	if j.script.Device == "" {
		return "unknown"
	}
	return line(j.script.Device)
}

// happened is what an export says and looks for in the end.
func (w Wanted) happened() string {
	switch {
	case w.Exception != "" && w.Frame != "":
		return line(w.Exception + " at " + w.Frame)
	case w.Title != "":
		return line(w.Title)
	}
	return "a crash"
}

// unseen is the gap of a finding that no log tells of.
func (j *job) unseen() []Gap {
	if j.wanted.Kind != "" {
		return nil
	}
	return []Gap{{Step: len(j.script.Events), Says: "the end", Why: "no log tells of this finding; look at the screen: " +
		j.wanted.happened()}}
}

// packageName drops what no package name has: the name stands unquoted in commands.
func packageName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}

// line makes s fit for one line of a comment.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u007f' || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return ' '
		}
		return r
	}, s)
}
