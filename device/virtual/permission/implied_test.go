package permission

import (
	"strings"
	"testing"

	"talpa/device"
)

func TestImplied(t *testing.T) {
	t.Parallel()
	const p = "android.permission."
	for _, test := range []struct {
		named  string
		target int
		want   string
	}{
		{"CAMERA", 19, ""},
		{"ACCESS_FINE_LOCATION", 35, "ACCESS_COARSE_LOCATION"},
		{"ACCESS_FINE_LOCATION ACCESS_COARSE_LOCATION", 35, ""},
		{"WRITE_EXTERNAL_STORAGE", 33, "READ_EXTERNAL_STORAGE"},
		{
			"WRITE_EXTERNAL_STORAGE", 28,
			"READ_EXTERNAL_STORAGE ACCESS_MEDIA_LOCATION READ_MEDIA_AUDIO READ_MEDIA_VIDEO READ_MEDIA_IMAGES",
		},
		{"BLUETOOTH", 30, "BLUETOOTH_SCAN BLUETOOTH_CONNECT BLUETOOTH_ADVERTISE"},
		{"BLUETOOTH", 31, ""},
	} {
		var named []string
		for _, name := range strings.Fields(test.named) {
			named = append(named, p+name)
		}
		names, from := implied(named, test.target)
		got := strings.ReplaceAll(strings.Join(names, " "), p, "")
		if got != test.want || len(from) != len(names) {
			t.Errorf("%s at %d implies %q of %v, want %q", test.named, test.target, got, from, test.want)
		}
	}
}

// TestGrantsOfImplied: what was part of a permission that is held is held, too.
func TestGrantsOfImplied(t *testing.T) {
	t.Parallel()
	m := device.Manifest{
		TargetSDK:   30,
		Permissions: []string{"android.permission.BLUETOOTH", "android.permission.WRITE_EXTERNAL_STORAGE"},
	}
	g := New(m, 35, false)
	for name, want := range map[string]bool{
		"android.permission.BLUETOOTH_CONNECT":     true,
		"android.permission.READ_EXTERNAL_STORAGE": false,
	} {
		if state, ok := g.Get(name); !ok || state.Held != want {
			t.Errorf("%s: %+v, %v; want held %v", name, state, ok, want)
		}
	}
}
