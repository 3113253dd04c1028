package settings

import (
	"testing"

	"talpa/asra/guide"
	"talpa/fuzz/gen/guided/relevance"
)

// Of settings with one title the nearest to the crash counts, and its screens come in that order.
func TestSettingsByDistance(t *testing.T) {
	t.Parallel()
	s := New(&guide.Guide{Settings: []guide.Setting{
		{Key: "near", Title: "Near", Screen: "xml/a", Distance: 1, Reader: "La/Shop;->buy()V"},
		{Key: "far", Title: "Far", Screen: "xml/a", Distance: -1},
		{Key: "other", Title: "Near", Screen: "xml/b", Distance: 3, Reader: "La/Shop;->buy()V"},
	}}, relevance.Mentions{})
	if len(s.Known) != 2 || s.titled["near"].Weight <= s.titled["far"].Weight {
		t.Errorf("%d settings, near %+v, far %+v", len(s.Known), s.titled["near"], s.titled["far"])
	}
	if n := len(s.titled["near"].Screens); n != 2 {
		t.Errorf("a title of two screens is on %d", n)
	}
}
