package achieve

import (
	"slices"

	"talpa/asra/guide"
)

// WantOf is what a condition wants; ok is false for those that say which widget is used (that is what
// its handler is for), and for those that exclude nothing. Bounds include both ends. Values that are
// excluded only become "another value than now".
// A bound on the length of a text is told as empty or not, which a person can do; other lengths stay numbers.
func WantOf(c guide.Condition) (want guide.Want, ok bool) {
	switch {
	case c.Subject.Kind == guide.SubjectArgument, c.Subject.Kind == guide.SubjectAttribute && c.Subject.Name == "id":
		return want, false
	case c.Subject.Kind == guide.SubjectPermission:
		return permissionWant(c)
	case c.Text != "":
		return guide.Want{Class: guide.WantText, Text: c.Text}, true
	case c.Subject.Name == "length" && c.Max != nil && *c.Max == 0:
		return guide.Want{Class: guide.WantEmpty}, true
	case c.Subject.Name == "length" && c.Min != nil && *c.Min == 1 && c.Max == nil:
		return guide.Want{Class: guide.WantPresent}, true
	}
	if c.Min == nil && c.Max == nil {
		if len(c.Not) == 0 {
			return want, false
		}
		return guide.Want{Class: guide.WantChanged}, true
	}
	return guide.Want{Class: guide.WantNumber, Min: c.Min, Max: c.Max}, true
}

// permissionWant is what a test of a permission wants: that it is granted, or that it is not. The values are those of
// PackageManager: PERMISSION_GRANTED is 0, PERMISSION_DENIED -1, and there are no others.
func permissionWant(c guide.Condition) (want guide.Want, ok bool) {
	switch granted, denied := Allows(c, 0), Allows(c, -1); {
	case granted == denied:
		return want, false
	case granted:
		return guide.Want{Class: guide.WantPresent}, true
	}
	return guide.Want{Class: guide.WantAbsent}, true
}

// Allows says that a condition holds for a number.
func Allows(c guide.Condition, n int64) bool {
	return (c.Min == nil || n >= *c.Min) && (c.Max == nil || n <= *c.Max) && !slices.Contains(c.Not, n)
}

// OfScreen says that a failure is one of the state of a screen: of its life cycle, its windows, or what it gives
// while it is there.
func OfScreen(c *guide.CrashCondition) bool {
	return c.Kind == guide.CrashLifecycle || c.Kind == guide.CrashWindow ||
		c.Kind == guide.CrashNull && slices.ContainsFunc(c.Sources, func(s guide.Source) bool {
			return s.Subject.Kind == guide.SubjectScreen
		})
}
