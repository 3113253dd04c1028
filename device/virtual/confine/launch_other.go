//go:build !linux

package confine

import (
	"fmt"
	"io"

	"talpa/internal/execx"
)

// Namespaces are a matter of Linux.
func Namespaces(bool, bool) *execx.Confinement { return &execx.Confinement{} }

// Main cannot confine anything here.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && args[0] == verbProbe {
		fmt.Fprintln(stdout, 0)
		return 0
	}
	fmt.Fprintln(stderr, "confine: confinement needs Linux")
	return exitConfine
}
