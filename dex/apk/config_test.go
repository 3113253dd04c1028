package apk

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// config is a ResTable_config of 64 bytes with some of them set, two at a time by their place.
func config(set map[int]uint16) *Config {
	b := make([]byte, 64)
	binary.LittleEndian.PutUint32(b, 64)
	for at, v := range set {
		binary.LittleEndian.PutUint16(b[at:], v)
	}
	return readConfig(b)
}

// letters are two bytes of a language or region.
func letters(s string) uint16 { return uint16(s[0]) | uint16(s[1])<<8 }

// TestConfig_String: the qualifiers of resource folders, in their order.
func TestConfig_String(t *testing.T) {
	t.Parallel()
	for want, set := range map[string]map[int]uint16{
		"":                       {},
		"fr":                     {8: letters("fr")},
		"pt-BR":                  {8: letters("pt"), 10: letters("BR")},
		"mcc310-mnc4":            {4: 310, 6: 4},
		"land":                   {12: 2},
		"port-v21":               {12: 1, 24: 21},
		"sw600dp-w820dp-h480dp":  {30: 600, 32: 820, 34: 480},
		"large":                  {28: 3},
		"ldrtl":                  {28: 2 << 6},
		"night":                  {28: 0x20 << 8},
		"notnight-480dpi":        {28: 0x10 << 8, 14: 480},
		"anydpi-v26":             {14: 0xfffe, 24: 26},
		"nodpi":                  {14: 0xffff},
		"fr-sw600dp-land-320dpi": {8: letters("fr"), 30: 600, 12: 2, 14: 320},
	} {
		c := config(set)
		if got := c.String(); got != want || c.IsDefault() != (len(set) == 0) {
			t.Errorf("%v is %q, want %q; default %v", set, got, want, c.IsDefault())
		}
	}
}

// TestConfig_locale: languages of three letters are packed into two bytes, five bits a letter;
// scripts and variants stand behind.
func TestConfig_locale(t *testing.T) {
	t.Parallel()
	for _, want := range []string{"fil", "haw", "aaa", "zzz"} {
		a, b, c := want[0]-'a', want[1]-'a', want[2]-'a'
		packed := []byte{0x80 | c<<2 | b>>3, b<<5 | a}
		if got := localePart(packed, 'a'); got != want {
			t.Errorf("% x is %q, want %q", packed, got, want)
		}
	}
	if got := localePart([]byte{0x80 | 9<<2 | 1>>3, 1<<5 | 4}, '0'); got != "419" {
		t.Errorf("a region of three digits is %q", got)
	}
	b := make([]byte, 64)
	binary.LittleEndian.PutUint32(b, 64)
	copy(b[8:], "srRS")
	copy(b[36:], "Latn")
	copy(b[40:], "ekavsk")
	if got := readConfig(b).Locale(); got != "sr-Latn-RS-ekavsk" {
		t.Errorf("locale %q", got)
	}
}

// TestReadConfig_short: what an older compiler left out is not set, whatever follows.
func TestReadConfig_short(t *testing.T) {
	t.Parallel()
	b := bytes.Repeat([]byte{0xff}, 64)
	for size := 4; size <= 64; size += 4 {
		binary.LittleEndian.PutUint32(b, uint32(size))
		c := readConfig(b)
		if (c.SDKVersion != 0) != (size > 24) || (c.ScreenWidthDp != 0) != (size > 32) || (c.Mcc != 0) != (size > 4) {
			t.Errorf("%d bytes: %+v", size, c.ResTableConfig)
		}
	}
	if c := readConfig([]byte{255, 255, 255, 255}); !c.IsDefault() {
		t.Errorf("a length beyond the end: %+v", c.ResTableConfig)
	}
}

// TestConfig_better: of several configurations that fit, Android takes the locale first.
func TestConfig_better(t *testing.T) {
	t.Parallel()
	want := config(map[int]uint16{8: letters("fr"), 10: letters("CA"), 12: 2})
	order := []*Config{
		config(map[int]uint16{8: letters("fr"), 10: letters("CA")}), config(map[int]uint16{8: letters("fr")}),
		config(map[int]uint16{12: 2}), config(nil),
	}
	for i, a := range order {
		for j, b := range order {
			if a.better(b, want) != (i < j) {
				t.Errorf("%q is better than %q: %v", a, b, a.better(b, want))
			}
		}
	}
}

// TestConfigChanges: names as the source writes them.
func TestConfigChanges(t *testing.T) {
	t.Parallel()
	c := ChangeOrientation | ChangeScreenSize
	if c.String() != "orientation|screenSize" || !c.Has(ChangeOrientation) || c.Has(ChangeOrientation|ChangeLocale) || ConfigChanges(0).String() != "" {
		t.Errorf("%s", c)
	}
}

func TestManifest_SurvivesRotation(t *testing.T) {
	for _, c := range []struct {
		target      int
		changes     ConfigChanges
		orientation int
		want        bool
	}{
		{35, 0, -1, false},
		{35, ChangeOrientation, -1, false}, // the size of the screen changes, too
		{12, ChangeOrientation, -1, true},
		{35, ChangeOrientation | ChangeScreenSize | ChangeKeyboard, -1, true},
		{35, ChangeOrientation | ChangeScreenSize | ChangeLocale, -1, false},
		{35, 0, 1, true},             // portrait
		{35, 0, 14, true},            // locked
		{35, 0, 4, false},            // by the sensor
		{35, ChangeLocale, 1, false}, // not made anew at all
	} {
		m := &Manifest{TargetSDK: c.target, Activities: []Activity{{ConfigChanges: c.changes, Orientation: c.orientation}}}
		m.Activities[0].Name = "t.Main"
		if got := m.SurvivesRotation("t.Main"); got != c.want {
			t.Errorf("target %d, %q, orientation %d: %t", c.target, c.changes, c.orientation, got)
		}
	}
	if (&Manifest{}).SurvivesRotation("t.Main") {
		t.Error("an activity that is not there")
	}
}

// TestConfig_In: a phone is set to what a configuration asks of how it is held, lit and set, and of these to each alone.
func TestConfig_In(t *testing.T) {
	t.Parallel()
	of := config(map[int]uint16{8: letters("de"), 10: letters("AT"), 12: 2, 28: 0x20 << 8, 30: 600})
	held, lit, set := of.Axes()
	for _, c := range []struct {
		to        *Config
		locale    string
		land, day bool
	}{
		{held, "en-US", true, true}, {lit, "en-US", false, false}, {set, "de-AT", false, true}, {of, "de-AT", true, false},
		{&Config{}, "en-US", false, true},
	} {
		d := Device().In(c.to)
		land, day := d.ScreenWidthDp > d.ScreenHeightDp && d.Orientation == 2, d.UIMode&0x30 == 0x10
		if d.Locale() != c.locale || land != c.land || day != c.day || d.SmallestScreenWidthDp != 360 {
			t.Errorf("a phone as %q asks is in %s, on its side %t, light %t: %s", c.to, d.Locale(), land, day, d)
		}
	}
}

func TestManifest_Turns(t *testing.T) {
	t.Parallel()
	m := &Manifest{Activities: []Activity{{Orientation: 1}, {Orientation: -1}}}
	m.Activities[0].Name, m.Activities[1].Name = "t.Fixed", "t.Free"
	if m.Turns("t.Fixed") || !m.Turns("t.Free") || !m.Turns("t.Other") {
		t.Error("which activities turn with the device")
	}
}
