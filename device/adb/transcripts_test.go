package adb

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"talpa/device/adb/answer"
	"talpa/fuzz/crash"
	"talpa/fuzz/ui"
	"talpa/internal/corpus"
)

// The transcripts are what phones and emulators answered, collected from public places;
// they lie beside the corpus and are never copied here. What is asked of a reading is
// told by the text itself, so that no expectation is copied either. A text that misled
// us is a row of package answer's tests.
func eachTranscript(t *testing.T, pattern string, read func(t *testing.T, text string)) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(corpus.Dir(t), "transcripts", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcript is %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			read(t, string(text))
		})
	}
}

func TestTranscriptsOfFocus(t *testing.T) {
	component := regexp.MustCompile(`(m\w+)=.* ([\w.]+)/([\w.$]+)`)
	eachTranscript(t, "dumpsys-window-focus/*", func(t *testing.T, text string) {
		var windows, apps, system []string
		for _, m := range component.FindAllStringSubmatch(text, -1) {
			class := m[3]
			if strings.HasPrefix(class, ".") {
				class = m[2] + class
			}
			switch name := m[2] + "/" + class; {
			case m[2] == "com.android.systemui":
				system = append(system, name)
			case m[1] == "mCurrentFocus":
				windows = append(windows, name)
			default:
				apps = append(apps, name)
			}
		}
		want := append(append(append(windows, apps...), system...), "")[0]
		if got := answer.Front(text); got != want {
			t.Errorf("%q, want %q in\n%s", got, want, text)
		}
	})
}

func TestTranscriptsOfHierarchy(t *testing.T) {
	eachTranscript(t, "uiautomator-dump/*", func(t *testing.T, text string) {
		xml, err := answer.Hierarchy([]byte(text))
		if !strings.Contains(text, "<hierarchy") {
			if !errors.Is(err, answer.ErrNoHierarchy) {
				t.Errorf("%q, %v in %s", xml, err, text)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := ui.Parse(xml, "a.b/a.b.Main")
		if err != nil {
			t.Fatal(err)
		}
		if nodes := strings.Count(text, "<node"); len(s.Widgets) != nodes {
			t.Errorf("%d widgets of %d nodes", len(s.Widgets), nodes)
		}
	})
}

func TestTranscriptsOfDisplay(t *testing.T) {
	eachTranscript(t, "wm-size/*", func(t *testing.T, text string) {
		if w, h, err := answer.Size(text); err != nil || w < 400 || h < 800 {
			t.Errorf("%dx%d, %v of %s", w, h, err, text)
		}
	})
}

func TestTranscriptsOfDensity(t *testing.T) {
	eachTranscript(t, "wm-density/*", func(t *testing.T, text string) {
		if got := answer.Density(text); got < 120 || got > 640 {
			t.Errorf("%d of %s", got, text)
		}
	})
}

func TestTranscriptsOfInstall(t *testing.T) {
	eachTranscript(t, "pm-install/*", func(t *testing.T, text string) {
		err := answer.Install(text)
		if installed := strings.Contains(text, "\nSuccess"); installed != (err == nil) {
			t.Errorf("%v of\n%s", err, text)
		}
	})
}

func TestTranscriptsOfStart(t *testing.T) {
	eachTranscript(t, "am-start/*", func(t *testing.T, text string) {
		err := answer.Start(text)
		if failed := strings.Contains(text, "Error type") || strings.Contains(text, "Exception:"); failed != (err != nil) {
			t.Errorf("%v of\n%s", err, text)
		}
	})
}

func TestTranscriptsOfScreencap(t *testing.T) {
	eachTranscript(t, "screencap/*", func(t *testing.T, text string) {
		if png, err := answer.Picture([]byte(text)); err != nil || len(png) == len(text) {
			t.Errorf("%d bytes of %d, %v", len(png), len(text), err)
		}
	})
}

var (
	threadtime = regexp.MustCompile(`(?m)^\d\d-\d\d [\d:.]+ +\d+ +\d+ [A-Z] `)
	fatal      = regexp.MustCompile(`FATAL EXCEPTION.*\s+(?:.*Process: .*\s+)?.*AndroidRuntime: ([\w.$]+)`)
)

// Crashes are read from a log in one piece and line by line, as many as it announces.
func TestTranscriptsOfCrashes(t *testing.T) {
	eachTranscript(t, "logcat-crash/*", func(t *testing.T, text string) {
		if !strings.Contains(text, " E AndroidRuntime: ") || !threadtime.MatchString(text) {
			return // pasted in another format than the one that is asked for
		}
		crashes := 0
		for _, m := range fatal.FindAllStringSubmatch(text, -1) {
			if m[1] != "DeadSystemException" { // tells of the system, and has no frames
				crashes++
			}
		}
		sameInPieces(t, text, crash.Java, crashes)
	})
}

func TestTranscriptsOfANRs(t *testing.T) {
	eachTranscript(t, "logcat-anr/*", func(t *testing.T, text string) {
		if threadtime.MatchString(text) {
			sameInPieces(t, text, crash.ANR, strings.Count(text, "ANR in "))
		}
	})
}

func sameInPieces(t *testing.T, text string, kind crash.Kind, announced int) {
	t.Helper()
	count := func(pieces []string) (n int) {
		s := crash.NewScanner("", nil)
		var found []crash.Crash
		for _, piece := range pieces {
			found = append(found, s.Feed([]byte(piece))...)
		}
		for _, c := range append(found, s.Flush()...) {
			if c.Kind == kind {
				n++
			}
		}
		return n
	}
	if got := count([]string{text}); got != announced {
		t.Errorf("%d crashes of %d in one piece", got, announced)
	}
	if got := count(strings.SplitAfter(text, "\n")); got != announced {
		t.Errorf("%d crashes of %d line by line", got, announced)
	}
}
