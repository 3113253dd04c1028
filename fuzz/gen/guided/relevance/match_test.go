package relevance

import (
	"testing"

	"talpa/asra/guide"
)

// A row whose class is another one of a library's is not the row that is meant.
func TestOfClass(t *testing.T) {
	t.Parallel()
	row := []guide.Widget{{Class: "androidx.constraintlayout.widget.ConstraintLayout"}}
	for class, want := range map[string]bool{"android.view.ViewGroup": true,
		"androidx.appcompat.widget.LinearLayoutCompat":      false,
		"androidx.constraintlayout.widget.ConstraintLayout": true} {
		if got := OfClass(row, class); got != want {
			t.Errorf("%s: %v", class, got)
		}
	}
	if !OfClass(nil, "p.Row") {
		t.Error("of no class known, any may be it")
	}
}
