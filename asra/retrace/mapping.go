package retrace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"talpa/asra/trace"
)

// Mapping is a mapping.txt of R8 or ProGuard. It is immutable after Parse.
type Mapping struct {
	byAPK    map[string]*mappedClass
	bySource map[string]*mappedClass
	// inlined finds the ranges by the source method of their innermost frame.
	inlined map[string][]*mappedRange
	ranges  []*mappedRange // in the order of the file
}

// mappedClass is a class line and its members, by their names in the APK. One name can stand
// for several methods of the sources: overloads, and methods that R8 gave one name.
type mappedClass struct {
	source, apk string
	file        string // of the sources, "" if the mapping does not say
	methods     map[string][]*mappedRange
	synthetic   bool
}

// mappedRange is a range of lines of a method of the APK and the source frames
// that it stands for, innermost first: more than one where methods were
// inlined.
type mappedRange struct {
	class     *mappedClass
	apkMethod string
	low, high int // lines in the APK, both ends included; 0, 0 for all
	frames    []mappedFrame
	outline   bool     // code that R8 moved here out of several methods
	calls     *outline // where the method calls an outline, nil if it calls none here
	rewrites  []rewrite
}

// outline says, at a call of one, which lines the method had before its code was
// moved there.
type outline struct {
	method    string      // "a.b.c": the outline's class and method in the APK
	positions map[int]int // line in the outline to line of the caller in the APK
}

// rewrite says which frames to drop at the top of a stack.
type rewrite struct {
	throws string // Java name in the APK of the exception for which it holds
	remove int    // innermost frames
}

// mappedFrame is one source frame of a range.
type mappedFrame struct {
	class, method string
	low, high     int  // source lines; 0, 0 if the mapping does not say
	lineless      bool // the mapping says that no source line is behind it
	synthetic     bool // made by the compiler
}

// The lines of a mapping: a class, and a member of the class above it. Their patterns are
// compiled by Parse, for most runs of a program read no mapping.
const (
	classLine  = `^(\S+) -> (\S+):$`
	memberLine = `^(?:(\d+):(\d+):)?\S+ ([^\s(]+)\([^()]*\)(?::(\d+))?(?::(\d+))? -> (\S+)$`
)

// Parse reads a mapping. Lines that it does not know are skipped; the error tells a failing reader
// or a file without any class.
func Parse(r io.Reader) (*Mapping, error) {
	m := &Mapping{
		byAPK: map[string]*mappedClass{}, bySource: map[string]*mappedClass{},
		inlined: map[string][]*mappedRange{},
	}
	isClass, isMember := regexp.MustCompile(classLine), regexp.MustCompile(memberLine)
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), 16<<20)
	var class *mappedClass
	var last *mappedRange
	line := 0
	for scanner.Scan() {
		line++
		text := strings.TrimSpace(scanner.Text())
		switch {
		case strings.HasPrefix(text, "#"):
			note(text, class, last)
		case isClass.MatchString(text):
			class, last = m.addClass(isClass.FindStringSubmatch(text)), nil
		case class != nil:
			if found := isMember.FindStringSubmatch(text); found != nil {
				last = m.addMethod(class, found)
			}
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("reading the mapping after line %d: %w", line, err)
	}
	if len(m.byAPK) == 0 {
		return nil, errors.New("it names no class: this is no mapping.txt of R8 or ProGuard")
	}
	m.index()
	return m, nil
}

// addClass adds a class line. The members that follow are those of the class.
func (m *Mapping) addClass(found []string) *mappedClass {
	c := &mappedClass{source: found[1], apk: found[2], methods: map[string][]*mappedRange{}}
	m.byAPK[c.apk], m.bySource[c.source] = c, c
	return c
}

// addMethod adds a member line. Lines that follow each other with the same
// range of the same method are frames of one inlined stack.
func (m *Mapping) addMethod(c *mappedClass, found []string) *mappedRange {
	f := mappedFrame{class: c.source, method: found[3], low: number(found[4]), high: number(found[5])}
	f.lineless = found[4] != "" && f.low == 0
	if dot := strings.LastIndexByte(f.method, '.'); dot > 0 {
		f.class, f.method = f.method[:dot], f.method[dot+1:]
	}
	low, high, name := number(found[1]), number(found[2]), found[6]
	ranges := c.methods[name]
	if n := len(ranges); n > 0 && high > 0 && ranges[n-1].low == low && ranges[n-1].high == high {
		ranges[n-1].frames = append(ranges[n-1].frames, f)
		return ranges[n-1]
	}
	r := &mappedRange{class: c, apkMethod: name, low: low, high: high, frames: []mappedFrame{f}}
	c.methods[name] = append(ranges, r)
	m.ranges = append(m.ranges, r)
	return r
}

// remark is one of R8's comments in JSON. Others than those listed are passed over.
type remark struct {
	ID         string         `json:"id"`
	FileName   string         `json:"fileName"`
	Outline    string         `json:"outline"` // "La/b;c()V"
	Positions  map[string]int `json:"positions"`
	Conditions []string       `json:"conditions"` // "throws(La/b;)"
	Actions    []string       `json:"actions"`    // "removeInnerFrames(1)"
}

// note reads R8's remarks in JSON about the class or the member above.
func note(text string, class *mappedClass, last *mappedRange) {
	var r remark
	if class == nil || json.Unmarshal([]byte(strings.TrimSpace(strings.TrimPrefix(text, "#"))), &r) != nil {
		return
	}
	kind, ours := strings.CutPrefix(r.ID, "com.android.tools.r8.")
	switch {
	case r.ID == "sourceFile":
		class.file = r.FileName
	case !ours:
	case kind == "synthesized" && last == nil:
		class.synthetic = true
	case last == nil:
	case kind == "synthesized":
		last.frames[len(last.frames)-1].synthetic = true
	case kind == "outline":
		last.outline = true
	case kind == "outlineCallsite":
		last.calls = r.outlineCall()
	case kind == "rewriteFrame":
		last.rewrites = append(last.rewrites, r.rewrites()...)
	}
}

// outlineCall reads a call site of an outline.
func (r *remark) outlineCall() *outline {
	o := &outline{positions: map[int]int{}}
	if class, method, ok := strings.Cut(r.Outline, ";"); ok {
		name, _, _ := strings.Cut(method, "(")
		o.method = javaName(class) + "." + name
	}
	for at, line := range r.Positions {
		o.positions[number(at)] = line
	}
	return o
}

// rewrites reads the actions of a rewritten frame; all of its conditions have to
// hold, so that it has none if there are several.
func (r *remark) rewrites() []rewrite {
	if len(r.Conditions) != 1 {
		return nil
	}
	throws, ok := argument(r.Conditions[0], "throws")
	if !ok {
		return nil
	}
	var all []rewrite
	for _, action := range r.Actions {
		if n, ok := argument(action, "removeInnerFrames"); ok {
			all = append(all, rewrite{throws: javaName(strings.TrimSuffix(throws, ";")), remove: number(n)})
		}
	}
	return all
}

// argument is what stands in the parentheses of "name(...)".
func argument(call, name string) (string, bool) {
	rest, ok := strings.CutPrefix(call, name+"(")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, ")")
}

// javaName turns "La/b" into "a.b".
func javaName(desc string) string { return strings.ReplaceAll(strings.TrimPrefix(desc, "L"), "/", ".") }

// index finds the ranges by source method, and gives what a remark says of one range of
// a method to its other ranges: R8 writes it once.
func (m *Mapping) index() {
	type made struct {
		class                *mappedClass
		apkMethod            string
		source, sourceMethod string
	}
	synthetic := map[made]bool{}
	for _, r := range m.ranges {
		key := r.frames[0].class + "." + r.frames[0].method
		m.inlined[key] = append(m.inlined[key], r)
		for _, f := range r.frames {
			if f.synthetic {
				synthetic[made{r.class, r.apkMethod, f.class, f.method}] = true
			}
		}
	}
	if len(synthetic) == 0 {
		return
	}
	for _, r := range m.ranges {
		for i := range r.frames {
			f := &r.frames[i]
			f.synthetic = synthetic[made{r.class, r.apkMethod, f.class, f.method}]
		}
	}
}

// Class returns the source name of a class of the APK; class itself if the
// mapping does not have it.
func (m *Mapping) Class(class string) string {
	if c := m.byAPK[class]; c != nil {
		return c.source
	}
	return class
}

// file returns the source file of a source class.
func (m *Mapping) file(class string) string {
	if c := m.bySource[class]; c != nil && c.file != "" {
		return c.file
	}
	return trace.SourceFile(class)
}

// number reads a number that a pattern found, or that a remark holds; 0 if it is none of a
// line.
func number(s string) int {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}
