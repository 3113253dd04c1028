package apk

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/shogo82148/androidbinary"
)

// Config is a configuration: the circumstances in which a value holds. The
// zero value is the default one.
type Config struct {
	androidbinary.ResTableConfig
	language, region, script, variant string
}

// readConfig decodes ResTable_config; a shorter one, of an older compiler,
// leaves the rest zero.
func readConfig(b []byte) *Config {
	size := int(min(uint32(len(b)), binary.LittleEndian.Uint32(b)))
	buf := make([]byte, 64)
	copy(buf, b[:size])
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(buf[at:]) }
	c := &Config{ResTableConfig: androidbinary.ResTableConfig{
		Mcc: u16(4), Mnc: u16(6),
		Language: [2]byte{buf[8], buf[9]}, Country: [2]byte{buf[10], buf[11]},
		Orientation: buf[12], Touchscreen: buf[13], Density: u16(14),
		Keyboard: buf[16], Navigation: buf[17], InputFlags: androidbinary.InputFlags(buf[18]),
		ScreenWidth: u16(20), ScreenHeight: u16(22), SDKVersion: u16(24), MinorVersion: u16(26),
		ScreenLayout: androidbinary.ScreenLayout(buf[28]), UIMode: androidbinary.UIMode(buf[29]),
		SmallestScreenWidthDp: u16(30), ScreenWidthDp: u16(32), ScreenHeightDp: u16(34),
	}}
	c.language = localePart(buf[8:10], 'a')
	c.region = localePart(buf[10:12], '0')
	c.script = strings.TrimRight(string(buf[36:40]), "\x00")
	c.variant = strings.TrimRight(string(buf[40:48]), "\x00")
	return c
}

// localePart decodes a language or region: two letters, or three packed into
// 15 bits, five each, from base on.
func localePart(b []byte, base byte) string {
	if b[0] == 0 {
		return ""
	}
	if b[0]&0x80 == 0 {
		return string(b)
	}
	return string([]byte{b[1]&0x1f + base, (b[1]&0xe0)>>5 + (b[0]&0x03)<<3 + base, (b[0]&0x7c)>>2 + base})
}

// Locale is the locale as a BCP 47 tag, "pt-BR"; "" for any.
func (c *Config) Locale() string {
	tag := c.language
	for _, part := range []string{c.script, c.region, c.variant} {
		if part != "" {
			tag += "-" + part
		}
	}
	return tag
}

// IsDefault says whether the configuration holds everywhere.
func (c *Config) IsDefault() bool { return *c == Config{} }

// In is a device like c that is held, lit and set to the language as o wants it, as far as o says so.
func (c *Config) In(o *Config) *Config {
	d := *c
	if o.language != "" {
		d.language, d.region, d.script, d.variant = o.language, o.region, o.script, o.variant
		d.Language, d.Country = o.Language, o.Country
	}
	if o.Orientation != 0 && o.Orientation != c.Orientation {
		d.Orientation = o.Orientation
		d.ScreenWidthDp, d.ScreenHeightDp = c.ScreenHeightDp, c.ScreenWidthDp
	}
	if night := o.UIMode & androidbinary.MaskUIModeNight; night != 0 {
		d.UIMode = c.UIMode&^androidbinary.MaskUIModeNight | night
	}
	return &d
}

// Axes are what o wants of how a device is held, lit and set, each as a configuration of its own.
func (c *Config) Axes() (held, lit, set *Config) {
	held, lit = &Config{}, &Config{}
	set = &Config{language: c.language, region: c.region, script: c.script, variant: c.variant}
	held.Orientation = c.Orientation
	lit.UIMode = c.UIMode & androidbinary.MaskUIModeNight
	set.Language, set.Country = c.Language, c.Country
	return held, lit, set
}

// String names the qualifiers that tell layouts apart, in the order of resource
// folders: "fr-land-v21"; "" for the default. It is for people; the rarely
// used qualifiers are not spelled.
func (c *Config) String() string {
	var q []string
	add := func(on bool, format string, args ...any) {
		if on {
			q = append(q, fmt.Sprintf(format, args...))
		}
	}
	add(c.Mcc != 0, "mcc%d", c.Mcc)
	add(c.Mnc != 0, "mnc%d", c.Mnc)
	add(c.language != "", "%s", c.Locale())
	add(c.ScreenLayout&androidbinary.MaskLayoutDir == androidbinary.LayoutDirRTL, "ldrtl")
	add(c.ScreenLayout&androidbinary.MaskLayoutDir == androidbinary.LayoutDirLTR, "ldltr")
	add(c.SmallestScreenWidthDp != 0, "sw%ddp", c.SmallestScreenWidthDp)
	add(c.ScreenWidthDp != 0, "w%ddp", c.ScreenWidthDp)
	add(c.ScreenHeightDp != 0, "h%ddp", c.ScreenHeightDp)
	if size := c.ScreenLayout & androidbinary.MaskScreenSize; size >= 1 && size <= 4 {
		add(true, "%s", [...]string{"small", "normal", "large", "xlarge"}[size-1])
	}
	if o := c.Orientation; o >= 1 && o <= 3 {
		add(true, "%s", [...]string{"port", "land", "square"}[o-1])
	}
	add(c.UIMode&androidbinary.MaskUIModeNight == androidbinary.UIModeNightYes, "night")
	add(c.UIMode&androidbinary.MaskUIModeNight == androidbinary.UIModeNightNo, "notnight")
	switch c.Density {
	case 0:
	case 0xfffe:
		add(true, "anydpi")
	case 0xffff:
		add(true, "nodpi")
	default:
		add(true, "%ddpi", c.Density)
	}
	add(c.SDKVersion != 0, "v%d", c.SDKVersion)
	return strings.Join(q, "-")
}

// better says whether Android prefers c to o on a device as want describes.
// androidbinary's rule answers "no" for a worse locale only by falling
// through to the next axis, so the locale is settled here first.
func (c *Config) better(o, want *Config) bool {
	if want.language != "" {
		if rank, other := c.localeRank(want), o.localeRank(want); rank != other {
			return rank > other
		}
	}
	return c.IsBetterThan(&o.ResTableConfig, &want.ResTableConfig)
}

// localeRank is 2 for language and region, 1 for the language alone, 0 for neither.
func (c *Config) localeRank(want *Config) int {
	switch {
	case c.language == "" || c.language != want.language:
		return 0
	case c.region != "" && c.region == want.region:
		return 2
	}
	return 1
}
