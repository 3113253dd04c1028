package locate_test

import (
	"testing"

	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/dex"
)

// resolve finds what one crash means.
func resolve(t *testing.T, code *dex.Set, pasted trace.Trace) locate.Target {
	t.Helper()
	got, err := locate.Resolve(code, []trace.Trace{pasted}, locate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// crash is a crash of one throwable.
func crash(class, message string, frames ...trace.Frame) trace.Trace {
	return trace.Trace{Chain: []trace.Throwable{{Class: class, Message: message, Frames: frames}}}
}
