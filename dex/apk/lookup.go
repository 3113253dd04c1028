package apk

import (
	"fmt"
	"strings"
)

// maxHops bounds chains of references.
const maxHops = 20

// Device is the configuration to choose values for: a phone of medium size in
// portrait, English, current. It is what the static half assumes where one
// value is asked for; Values of a Resource has all.
func Device() *Config {
	c := &Config{language: "en", region: "US"}
	c.Language, c.Country = [2]byte{'e', 'n'}, [2]byte{'U', 'S'}
	c.ScreenLayout = 0x02 | 0x10 | 0x40 // normal, not long, left to right
	c.UIMode = 0x01 | 0x10              // normal, not night
	c.SmallestScreenWidthDp, c.ScreenWidthDp, c.ScreenHeightDp = 360, 360, 640
	c.Orientation, c.Density, c.Touchscreen = 1, 320, 3
	c.Keyboard, c.Navigation = 1, 1
	c.SDKVersion = 35
	return c
}

// Select is the value of a resource on a device as want describes; nil if the
// resource has no value for it. Should no value fit, as for an app with
// foreign strings only, it is the first one.
func (r *Resource) Select(want *Config) *ConfigValue {
	if r == nil || len(r.Values) == 0 {
		return nil
	}
	var best *ConfigValue
	for i := range r.Values {
		v := &r.Values[i]
		if !v.Config.Match(&want.ResTableConfig) {
			continue
		}
		if best == nil || v.Config.better(best.Config, want) {
			best = v
		}
	}
	if best == nil {
		best = &r.Values[0]
	}
	return best
}

// Resolve follows references until a value is none, on the default Device. A
// theme attribute, and a reference that leads out of the table, stay as they
// are.
func (r *Resources) Resolve(v Value) Value {
	for range maxHops {
		if v.Type != TypeReference {
			return v
		}
		next := r.device[v.Ref()]
		if next == nil || next.Bag != nil {
			return v
		}
		v = next.Value
	}
	return v
}

// Text is a value as text on the default Device: references to strings are
// followed, and whatever is no text is "".
func (r *Resources) Text(v Value) string {
	v = r.Resolve(v)
	switch v.Type {
	case TypeString, TypeInt, TypeFloat, TypeBool:
		return v.String()
	}
	return ""
}

// Texts lists the different texts of a value over all configurations, the one
// of the default Device first.
func (r *Resources) Texts(v Value) []string {
	var list []string
	add := func(s string) {
		for _, old := range list {
			if old == s {
				return
			}
		}
		if s != "" {
			list = append(list, s)
		}
	}
	add(r.Text(v))
	if v.Type == TypeReference {
		if e := r.Get(v.Ref()); e != nil {
			for _, c := range e.Values {
				if c.Value.Type == TypeString {
					add(c.Value.Str)
				}
			}
		}
	}
	return list
}

// Strings lists the items of an array, or the forms of plurals, as text on the
// default Device.
func (r *Resources) Strings(id ID) []string {
	v := r.device[id]
	if v == nil || v.Bag == nil {
		return nil
	}
	list := make([]string, 0, len(v.Bag.Items))
	for _, item := range v.Bag.Items {
		list = append(list, r.Text(item.Value))
	}
	return list
}

// Format is a value as its source wrote it: "@id/add", "?attr/colorAccent",
// "@android:id/list", "16dp", "true". Ids without a name stay in hex.
func (r *Resources) Format(v Value) string {
	id := v.Ref()
	if id == 0 {
		return v.String()
	}
	name := r.Name(id)
	if name == "" {
		return v.String()
	}
	if v.Type == TypeAttribute {
		return "?" + name
	}
	return "@" + name
}

// quantity names the items of plurals.
var quantity = map[ID]string{
	0x01000004: "other", 0x01000005: "zero", 0x01000006: "one",
	0x01000007: "two", 0x01000008: "few", 0x01000009: "many",
}

// ItemName names an item of a bag: an attribute's name for styles, "one" for
// plurals, "[3]" for arrays.
func (r *Resources) ItemName(item BagItem) string {
	if q := quantity[item.Name]; q != "" {
		return q
	}
	if item.Name>>16 == 0x0200 {
		return fmt.Sprintf("[%d]", item.Name&0xffff)
	}
	if name := r.Name(item.Name); name != "" {
		return strings.TrimPrefix(name, "attr/")
	}
	return item.Name.String()
}
