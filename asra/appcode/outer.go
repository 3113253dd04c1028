package appcode

import "strings"

// OuterClass is the class around a nested one, by the names that compilers give, without the ";" of its descriptor; of
// any other it is the class itself.
func OuterClass(descriptor string) string {
	outer, _, _ := strings.Cut(strings.TrimSuffix(descriptor, ";"), "$")
	return outer
}
