package runtime

import "testing"

func TestQualifiers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		d    Display
		want string
	}{
		{Display{720, 1280, 320}, "en-rUS-w360dp-h640dp-normal-long-port-notnight-xhdpi"},
		{Display{1080, 1920, 420}, "en-rUS-w411dp-h731dp-normal-long-port-notnight-420dpi"},
		{Display{1280, 800, 160}, "en-rUS-w1280dp-h800dp-xlarge-notlong-land-notnight-mdpi"},
	} {
		if got := test.d.Qualifiers(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.d, got, test.want)
		}
	}
}
