package cgroup

import (
	"strings"
	"testing"
)

// TestOwnGroup: the line of cgroup v2 among those of v1.
func TestOwnGroup(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0::/user.slice/a.scope\n":               "/user.slice/a.scope",
		"9:name=systemd:/x\n4:memory:/y\n0::/\n": "/",
		"4:memory:/y\n":                          "",
		"0::/../outside\n":                       "",
		"":                                       "",
	} {
		got, ok := ownGroup(text)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

// TestMountPoint: where cgroup v2 is mounted beside v1, in a container, and at a path with a space.
func TestMountPoint(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"30 29 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n" +
			"41 29 0:37 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw\n": {"/sys/fs/cgroup/unified", "/"},
		"41 29 0:37 /box /sys/fs/cgroup rw - cgroup2 cgroup rw\n": {"/sys/fs/cgroup", "/box"},
		`41 29 0:37 / /mnt/a\040b rw - cgroup2 none rw`:           {"/mnt/a b", "/"},
	} {
		at, root, ok := mountPoint(text)
		if !ok || at != want[0] || root != want[1] {
			t.Errorf("%q: %q, %q, %v", text, at, root, ok)
		}
	}
	if _, _, ok := mountPoint("30 29 0:26 / /sys/fs/cgroup rw - tmpfs none rw\n"); ok {
		t.Error("a tmpfs has groups")
	}
}

// TestState_Gaps: what is not bounded is said, and nothing where all is.
func TestState_Gaps(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]State{
		"no control group": {},
		"not bound its memory, processes and processors: ": with(nil),
		"not bound its processes and processors: ":         with([]string{"memory", "io"}),
	} {
		if got := s.Gaps(); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%+v: %q", s, got)
		}
	}
	if got := with(controllers).Gaps(); got != nil {
		t.Errorf("all limits: %q", got)
	}
}
