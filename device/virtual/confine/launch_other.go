//go:build !linux

package confine

import (
	"fmt"
	"io"

	"talpa/internal/execx"
)

// namespaces are a matter of Linux.
func (Support) namespaces() *execx.Confinement { return &execx.Confinement{} }

// Main cannot confine anything here.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) == 2 && args[0] == verbProbe && args[1] == "" {
		fmt.Fprintln(stdout, 0, 0)
		return 0
	}
	fmt.Fprintln(stderr, "confine: confinement needs Linux")
	return exitConfine
}

// CopyFilter is a matter of Linux.
func CopyFilter() ([]byte, error) { return nil, nil }
