package execx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"talpa/internal/need"
)

func TestConfine(t *testing.T) {
	t.Parallel()
	c := sh("id -u")
	c.Confine = &Confinement{
		Namespaces: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UIDs:       []IDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}},
		GIDs:       []IDMap{{ContainerID: 1000, HostID: os.Getgid(), Size: 1}},
	}
	res, err := Run(context.Background(), c)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EINVAL) {
		need.Missing(t, need.Kernel, fmt.Sprintf("user namespaces: %v", err))
	}
	if err != nil {
		t.Fatal(err)
	}
	if uid := strings.Fields(string(res.Stdout))[0]; uid != "1000" {
		t.Errorf("user %s inside, want 1000", uid)
	}
}
