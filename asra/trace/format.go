package trace

import (
	"fmt"
	"strings"
)

// Format prints the chain in Android's form, as Throwable.printStackTrace
// does, with a line feed at the end. Parse reads it back.
func (t Trace) Format() string {
	var b strings.Builder
	switch {
	case t.Native != nil:
		fmt.Fprintf(&b, "signal %s in %s\n", orUnknown(t.Native.Signal), strings.Join(t.Native.Libs, ", "))
	case t.ANR != nil:
		fmt.Fprintf(&b, "ANR in %s\nReason: %s\n", t.Process, t.ANR.Reason)
		writeFrames(&b, t.ANR.Frames, "")
	}
	for i, th := range t.Chain {
		if i > 0 {
			b.WriteString("Caused by: ")
		}
		th.write(&b, "")
	}
	return b.String()
}

// write prints a throwable and what it suppressed, which stands one tab further in.
func (t Throwable) write(b *strings.Builder, indent string) {
	b.WriteString(t.Class)
	if t.Message != "" {
		b.WriteString(": " + t.Message)
	}
	b.WriteByte('\n')
	writeFrames(b, t.Frames, indent)
	if t.Omitted > 0 {
		fmt.Fprintf(b, "%s\t... %d more\n", indent, t.Omitted)
	}
	for _, s := range t.Suppressed {
		b.WriteString(indent + "\tSuppressed: ")
		s.write(b, indent+"\t")
	}
}

// writeFrames prints the frames, a tab before each.
func writeFrames(b *strings.Builder, frames []Frame, indent string) {
	for _, f := range frames {
		b.WriteString(indent + "\tat " + f.String() + "\n")
	}
}

// String prints the frame as Android does, without "at".
func (f Frame) String() string { return f.Class + "." + f.Method + "(" + f.location() + ")" }

// location is what stands in the parentheses of a frame.
func (f Frame) location() string {
	switch {
	case f.Native:
		return "Native Method"
	case f.File == "" && f.Line == 0:
		return "Unknown Source"
	case f.File == "":
		return fmt.Sprintf("Unknown Source:%d", f.Line)
	case f.Line == 0:
		return f.File
	}
	return fmt.Sprintf("%s:%d", f.File, f.Line)
}
