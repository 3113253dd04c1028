package permit_test

import (
	"slices"
	"testing"

	"talpa/asra/guide"
	"talpa/asra/plan/permit"
)

// TestRefusable: the permission that the failing call is called like, one that the path asks for, else all that a user
// decides on.
func TestRefusable(t *testing.T) {
	t.Parallel()
	const camera, place, network = "android.permission.CAMERA", "android.permission.ACCESS_FINE_LOCATION",
		"android.permission.INTERNET"
	manifest := []string{network, camera, place}
	for _, c := range []struct {
		call string
		path []guide.Input
		want []string
	}{
		{"android.hardware.Camera.open", nil, []string{camera}},
		{"android.hardware.Camera.open", []guide.Input{{Permission: place}, {Permission: camera}}, []string{camera, place}},
		{"android.media.MediaRecorder.start", []guide.Input{{}, {Permission: place}}, []string{place}},
		{"android.media.MediaRecorder.start", nil, []string{camera, place}},
		{"", nil, []string{camera, place}},
	} {
		if got := permit.Refusable(manifest, c.call, c.path); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.call, got, c.want)
		}
	}
	if got := permit.Refusable([]string{network}, "android.hardware.Camera.open", nil); len(got) > 0 {
		t.Errorf("%q can be refused", got)
	}
}
