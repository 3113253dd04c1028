//go:build !linux || !amd64

package zygote

// Supported says whether processes can be copied on this system.
func Supported() bool { return false }

// Process is a copy that runs: here there is none.
type Process struct{}

// PID is the number of the process.
func (*Process) PID() int { return 0 }

// Done is closed when the process has ended.
func (*Process) Done() <-chan struct{} { return nil }

// Kill ends the process.
func (*Process) Kill() {}

// Check is ErrUnsupported on this system.
func Check(int) error { return ErrUnsupported }

// Copy is ErrUnsupported on this system.
func Copy(int, Order) (*Process, error) { return nil, ErrUnsupported }

// Save is ErrUnsupported on this system.
func Save(int, string) error { return ErrUnsupported }

// Restore is ErrUnsupported on this system.
func Restore(int, string, string, string) error { return ErrUnsupported }
