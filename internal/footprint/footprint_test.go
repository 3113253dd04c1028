package footprint

import (
	"slices"
	"strings"
	"testing"
)

const smaps = `00400000-00402000 r-xp 00000000 fe:00 1   /usr/bin/talpa
Size:                  8 kB
Private_Dirty:         8 kB
Anonymous:             0 kB
00402000-00405000 r--p 00002000 fe:00 1   /usr/bin/talpa
Size:                 12 kB
Anonymous:             4 kB
00405000-00406000 rw-p 00005000 fe:00 1   /usr/bin/talpa
Anonymous:             0 kB
00407000-00408000 r--p 00005000 fe:00 1   /usr/bin/talpa
Anonymous:             0 kB
7f0000000000-7f0000001000 r-xp 00000000 fe:00 2   /usr/lib/libc.so
Anonymous:             0 kB
7f0000002000-7f0000001000 r-xp 00000000 fe:00 1   /usr/bin/talpa
Anonymous:             0 kB
x-y r-xp 00000000 fe:00 1   /usr/bin/talpa
Anonymous:             0 kB
7f0000003000-7f0000004000 rw-p 00000000 00:00 0
Anonymous:
`

func TestReadOnly(t *testing.T) {
	t.Parallel()
	checkReadOnly(t)
}

func checkReadOnly(t *testing.T) {
	t.Helper()
	got := readOnly(strings.NewReader(smaps), "/usr/bin/talpa")
	want := []mapping{{0x400000, 0x2000}, {0x407000, 0x1000}}
	if !slices.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

// TestDropProgram drops the pages of the test itself, which must not notice.
func TestDropProgram(t *testing.T) {
	t.Parallel()
	for range 3 {
		DropProgram()
		checkReadOnly(t)
	}
}
