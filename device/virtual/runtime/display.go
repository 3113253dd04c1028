package runtime

import "fmt"

// Display is the device's screen in natural orientation: pixels, and dots per inch.
type Display struct {
	Width, Height, Density int
}

// Qualifiers is the screen in the words of resource folders.
func (d Display) Qualifiers() string {
	w, h := d.Width*160/d.Density, d.Height*160/d.Density
	short, long := min(w, h), max(w, h)
	size := "small"
	switch {
	case short >= 720 && long >= 960:
		size = "xlarge"
	case short >= 480 && long >= 640:
		size = "large"
	case short >= 320 && long >= 470:
		size = "normal"
	}
	aspect, turn := "notlong", "port"
	if long*3 > short*5+2 {
		aspect = "long"
	}
	if w > h {
		turn = "land"
	}
	return fmt.Sprintf("en-rUS-w%ddp-h%ddp-%s-%s-%s-notnight-%s", w, h, size, aspect, turn, bucket(d.Density))
}

// bucket is the name of a density.
func bucket(dpi int) string {
	names := map[int]string{
		120: "ldpi", 160: "mdpi", 213: "tvdpi", 240: "hdpi", 320: "xhdpi", 480: "xxhdpi", 640: "xxxhdpi",
	}
	if name := names[dpi]; name != "" {
		return name
	}
	return fmt.Sprintf("%ddpi", dpi)
}
