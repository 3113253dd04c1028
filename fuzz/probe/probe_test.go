package probe

import (
	"slices"
	"testing"
)

func TestScan(t *testing.T) {
	const (
		click  = "Lcom/foo/Main$1;->onClick(Landroid/view/View;)V"
		open1  = "La/b;->open()V"
		open2  = "La/b;->open(I)V"
		silent = "Lcom/foo/Main;->never()V"
	)
	set := New([]string{click, open2, open1, silent, click, "no method"})
	if got, want := set.Methods(), []string{open1, open2, click, silent}; !slices.Equal(got, want) {
		t.Errorf("Methods = %q, want %q", got, want)
	}
	const log = "--------- beginning of main\n" +
		"11-21 09:41:07.250  1234  1250 I Lcom/foo/Main$1;: onClick\n" +
		"11-21 09:41:07.251  1234  1250 I Lcom/foo/Main$1;: onClick\n" +
		"11-21 09:41:07.252  1234  1250 I La/b;   : open\r\n" +
		"11-21 09:41:07.253  1234  1250 I Lcom/foo/Other;: onClick\n" +
		"11-21 09:41:07.253  1234  1250 I App     : Lcom/foo/Main; never\n" +
		"11-21 09:41:07.253  1234  1250 I Lcom/foo/Main;: never say never again\n" +
		"Lcom/foo/Main;: never\n"
	if got, want := set.Scan([]byte(log)), []string{open1, open2, click}; !slices.Equal(got, want) {
		t.Errorf("Scan = %q, want %q", got, want)
	}
	var none *Set
	if got := none.Scan([]byte(log)); len(got) > 0 || none.Len() != 0 || len(none.Methods()) > 0 {
		t.Errorf("an empty set saw %q", got)
	}
}

// FuzzScan: any log text is fine, and only methods of the set come out.
func FuzzScan(f *testing.F) {
	f.Add([]byte("11-21 09:41:07.250  1234  1250 I Lcom/foo/Main$1;: onClick\n"))
	f.Add([]byte(";;;;; ; ; ; ; ; ; L; L;: x"))
	set := New([]string{"Lcom/foo/Main$1;->onClick()V"})
	f.Fuzz(func(t *testing.T, log []byte) {
		if got := set.Scan(log); len(got) > 1 {
			t.Errorf("Scan = %q", got)
		}
	})
}
