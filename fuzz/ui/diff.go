package ui

// Change is one difference between two screens.
type Change struct {
	// Before and After are indices into the two screens; -1 if the widget is
	// on one of them only.
	Before, After int
}

// Diff pairs the widgets of two screens by what names them and returns those
// that are on one side only, and the pairs whose text or flags differ. Moved
// widgets are no difference.
func Diff(before, after *Screen) []Change {
	type key struct {
		class, id, desc string
		nth             int
	}
	index := func(s *Screen) (map[key]int, []key) {
		seen := make(map[key]int, len(s.Widgets))
		at := make(map[key]int, len(s.Widgets))
		keys := make([]key, len(s.Widgets))
		for i := range s.Widgets {
			w := &s.Widgets[i]
			k := key{class: w.Class, id: w.ID, desc: w.Desc}
			seen[k]++
			k.nth = seen[k]
			at[k], keys[i] = i, k
		}
		return at, keys
	}
	_, keys := index(before)
	at, afterKeys := index(after)
	var changes []Change
	paired := make(map[key]bool, len(keys))
	for i, k := range keys {
		j, ok := at[k]
		if !ok {
			changes = append(changes, Change{i, -1})
			continue
		}
		paired[k] = true
		if differ(&before.Widgets[i], &after.Widgets[j]) {
			changes = append(changes, Change{i, j})
		}
	}
	for j, k := range afterKeys {
		if !paired[k] {
			changes = append(changes, Change{-1, j})
		}
	}
	return changes
}

func differ(a, b *Widget) bool {
	return a.Text != b.Text || a.Checked != b.Checked || a.Enabled != b.Enabled || a.Selected != b.Selected ||
		a.Clickable != b.Clickable || a.LongClickable != b.LongClickable
}
