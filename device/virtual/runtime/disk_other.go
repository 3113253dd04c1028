//go:build !linux

package runtime

import "errors"

// FreeBytes is not known here.
func FreeBytes(string) (int64, error) { return 0, errors.New("not known on this system") }
