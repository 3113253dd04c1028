package logcat

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Options are the options of one logcat.
type Options struct {
	Layout  string          // -v, in logcat's words: "threadtime", "brief"
	buffers map[string]bool // nil: all that logcat shows by default
	Dump    bool            // -d: end when the log is printed
	Clear   bool            // -c
	Size    bool            // -g: print the sizes of the buffers
	Resize  bool            // -G: accepted, the size is fixed
	Tail    int             // the last lines; -1: all
	After   string          // log time
	pid     int
	regex   *regexp.Regexp
	level   map[string]byte // least priority by tag, "*" for the rest
}

// Priorities are the letters of the priorities, the least first; S is silent.
const Priorities = "VDIWEFS"

// ParseOptions reads the arguments of logcat; args is left as it is.
func ParseOptions(args []string) (Options, error) {
	a := Options{Layout: "threadtime", Tail: -1, level: map[string]byte{}}
	args = slices.Clone(args) // joined options are cut in two below
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if take := valued[name]; take != nil {
			if !joined {
				if i++; i == len(args) {
					return a, fmt.Errorf("option %s needs a value", name)
				}
				value = args[i]
			}
			if err := take(&a, value); err != nil {
				return a, err
			}
			continue
		}
		switch name {
		case "-d", "-D", "--dividers", "-L", "-S", "--statistics":
			a.Dump = true
		case "-c", "--clear":
			a.Clear = true
		case "-s":
			a.level["*"] = 'S'
		case "-g", "--buffer-size":
			a.Size, a.Dump = !joined, true // --buffer-size=N sets it
		default:
			if strings.HasPrefix(name, "-v") || strings.HasPrefix(name, "-b") {
				args[i] = name[2:]
				args = append(args[:i:i], append([]string{name[:2]}, args[i:]...)...)
				i--
				continue
			}
			if err := a.filter(args[i]); err != nil {
				return a, err
			}
		}
	}
	return a, nil
}

// valued are the options that have a value, behind "=" or as the next argument, and what they set.
var valued = map[string]func(*Options, string) error{
	"-G":          func(a *Options, _ string) error { a.Resize = true; return nil },
	"-v":          func(a *Options, v string) error { a.setFormat(v); return nil },
	"--format":    func(a *Options, v string) error { a.setFormat(v); return nil },
	"-b":          func(a *Options, v string) error { a.addBuffers(v); return nil },
	"--buffer":    func(a *Options, v string) error { a.addBuffers(v); return nil },
	"-t":          func(a *Options, v string) error { a.Dump = true; a.setTail(v); return nil },
	"-T":          func(a *Options, v string) error { a.setTail(v); return nil },
	"--tail":      func(a *Options, v string) error { a.setTail(v); return nil },
	"-m":          func(*Options, string) error { return nil },
	"--max-count": func(*Options, string) error { return nil },
	"-e":          (*Options).setRegex,
	"--regex":     (*Options).setRegex,
	"--pid": func(a *Options, v string) (err error) {
		a.pid, err = strconv.Atoi(v)
		return err
	},
}

func (a *Options) setRegex(v string) (err error) {
	a.regex, err = regexp.Compile(v)
	return err
}

func (a *Options) setFormat(v string) {
	switch v {
	case "brief", "tag", "raw", "time", "process", "long", "threadtime", "epoch":
		a.Layout = v // the other words only colour or widen
	}
}

func (a *Options) addBuffers(names string) {
	if a.buffers == nil {
		a.buffers = map[string]bool{}
	}
	for _, b := range strings.Split(names, ",") {
		if b == "all" || b == "default" {
			for _, known := range []string{Main, System, Crash} {
				a.buffers[known] = true
			}
		}
		a.buffers[b] = true
	}
}

func (a *Options) setTail(v string) {
	if n, err := strconv.Atoi(v); err == nil {
		a.Tail = n
		return
	}
	a.After = v
	if len(v) > 5 && v[4] == '-' { // with a year
		a.After = v[5:]
	}
}

// filter reads a "TAG:P".
func (a *Options) filter(spec string) error {
	if strings.HasPrefix(spec, "-") {
		return fmt.Errorf("unknown option %s", spec)
	}
	tag, p, ok := strings.Cut(spec, ":")
	if !ok {
		p = "V"
	}
	if p == "*" {
		p = "V"
	}
	p = strings.ToUpper(p)
	if len(p) != 1 || !strings.Contains(Priorities, p) {
		return fmt.Errorf("invalid filter expression %q", spec)
	}
	a.level[tag] = p[0]
	return nil
}

// Selects says whether an entry is to be printed. Tail it leaves to the caller.
func (a *Options) Selects(e Entry) bool {
	least, ok := a.level[e.Tag]
	if !ok {
		least, ok = a.level["*"]
	}
	if ok && (least == 'S' || strings.IndexByte(Priorities, e.Priority) < strings.IndexByte(Priorities, least)) {
		return false
	}
	return (a.buffers == nil || a.buffers[e.Buffer]) && (a.pid == 0 || a.pid == e.PID) &&
		(a.After == "" || logTime(e.Wall) >= a.After) && (a.regex == nil || a.regex.MatchString(e.Msg))
}

// Format is an entry in the layout asked for, with its line ends.
func (a *Options) Format(e Entry) string {
	switch a.Layout {
	case "brief":
		return fmt.Sprintf("%c/%-8s(%5d): %s\n", e.Priority, e.Tag, e.PID, e.Msg)
	case "process":
		return fmt.Sprintf("%c(%5d) %s  (%s)\n", e.Priority, e.PID, e.Msg, e.Tag)
	case "tag":
		return fmt.Sprintf("%c/%-8s: %s\n", e.Priority, e.Tag, e.Msg)
	case "raw":
		return e.Msg + "\n"
	case "time":
		return fmt.Sprintf("%s %c/%-8s(%5d): %s\n", logTime(e.Wall), e.Priority, e.Tag, e.PID, e.Msg)
	case "epoch":
		return fmt.Sprintf("%19.3f %5d %5d %c %-8s: %s\n", float64(e.Wall)/1000, e.PID, e.TID, e.Priority, e.Tag, e.Msg)
	case "long":
		return fmt.Sprintf("[ %s %5d:%5d %c/%-8s ]\n%s\n\n", logTime(e.Wall), e.PID, e.TID, e.Priority, e.Tag, e.Msg)
	}
	return e.Threadtime()
}
