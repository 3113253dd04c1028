package dex_test

import (
	"slices"
	"strings"
	"testing"

	"talpa/dex"
)

func TestMethodRef(t *testing.T) {
	t.Parallel()
	const id = "Lcom/foo/A$B;->on([[ILandroid/view/View;JZ)Ljava/lang/String;"
	m, err := dex.ParseMethodRef(id)
	if err != nil {
		t.Fatal(err)
	}
	if m.String() != id {
		t.Errorf("String gave %s", m)
	}
	if got := m.Params(); !slices.Equal(got, []string{"[[I", "Landroid/view/View;", "J", "Z"}) {
		t.Errorf("Params gave %q", got)
	}
	if got := m.Return(); got != "Ljava/lang/String;" {
		t.Errorf("Return gave %s", got)
	}
	if got := m.JavaMethod(); got != "com.foo.A$B.on(int[][], android.view.View, long, boolean)" {
		t.Errorf("JavaMethod gave %s", got)
	}
	for _, bad := range []string{"", "Lcom/foo/A;", "Lcom/foo/A;->f", "com.foo.A->f()V", "LA;->()V", "LA;->f(Q)V",
		"LA;->f()", "LA;->f()VV", "L;->f()V"} {
		if _, err := dex.ParseMethodRef(bad); err == nil || !strings.Contains(err.Error(), "is not a method") {
			t.Errorf("ParseMethodRef(%q) gave error %v", bad, err)
		}
	}
}

func TestFieldRef(t *testing.T) {
	t.Parallel()
	const id = "LA;->count:[J"
	f, err := dex.ParseFieldRef(id)
	if err != nil || f.String() != id {
		t.Errorf("got %s, %v", f, err)
	}
	for _, bad := range []string{"", "LA;->f()V", "LA;->count", "LA;->:I", "A->c:I", "LA;->c:"} {
		if _, err := dex.ParseFieldRef(bad); err == nil {
			t.Errorf("ParseFieldRef(%q) gave no error", bad)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ desc, java string }{
		{"Lcom/foo/A$B;", "com.foo.A$B"},
		{"[[Lcom/foo/A;", "com.foo.A[][]"},
		{"LA;", "A"},
		{"I", "int"},
		{"[Z", "boolean[]"},
		{"?", "?"},
		{"", ""},
	} {
		if got := dex.JavaName(c.desc); got != c.java {
			t.Errorf("JavaName(%q) = %q, want %q", c.desc, got, c.java)
		}
	}
	if got := dex.Descriptor("com.foo.A$B"); got != "Lcom/foo/A$B;" {
		t.Errorf("Descriptor gave %s", got)
	}
}

// FuzzParseMethodRef: what parses is written as it was.
func FuzzParseMethodRef(f *testing.F) {
	f.Add("Lcom/foo/A;->f(IJ[Lx;)V")
	f.Add("LA;-><init>()V")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := dex.ParseMethodRef(s)
		if err == nil && m.String() != s {
			t.Errorf("%q was written as %q", s, m)
		}
		_ = dex.JavaName(s)
	})
}
