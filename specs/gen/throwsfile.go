package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"talpa/specs"
)

// guarded are the packages whose methods apps call most.
var guarded = []string{
	"java/lang/", "java/util/", "java/net/", "java/text/", "java/io/", "java/math/", "java/time/", "org/json/",
	"android/app/", "android/content/", "android/database/", "android/graphics/", "android/hardware/", "android/location/",
	"android/media/",
	"android/net/", "android/os/", "android/preference/", "android/provider/", "android/text/", "android/util/",
	"android/view/", "android/webkit/", "android/widget/", "android/animation/", "android/bluetooth/",
	"android/telephony/",
}

// writeThrows writes the guards of the public methods of the classes that an app can name.
// A class of an earlier jar goes before those of later ones.
func writeThrows(jars []string, out string) error {
	classes := map[string]class{}
	for _, jar := range jars {
		if err := readBodies(jar, classes); err != nil {
			return err
		}
	}
	return os.WriteFile(out, []byte(throwLines(classes)), 0o644)
}

// readBodies adds the classes of a jar that are not there yet.
func readBodies(jar string, classes map[string]class) error {
	own := map[string]class{}
	if err := readJar(jar, own); err != nil {
		return err
	}
	for name, c := range own {
		if _, known := classes[name]; !known {
			classes[name] = c
		}
	}
	return nil
}

// rounds is how often what checkers throw is handed on to those that call them.
const rounds = 3

// throwLines are the lines of throws.txt.
func throwLines(classes map[string]class) string {
	checkers := map[string][]specs.Throw{}
	for range rounds {
		found := map[string][]specs.Throw{}
		for _, c := range classes {
			for _, m := range c.methods {
				if m.code == nil {
					continue
				}
				all := guardsOf(body{c: &c, code: m.code, static: m.flags&accStatic != 0, desc: m.desc}, checkers)
				if len(all) > 0 {
					found[c.name+"."+m.name+m.desc] = all
				}
			}
		}
		checkers = found
	}
	var lines []string
	for _, c := range classes {
		named := c.flags&accPublic != 0 && visible(c.name) &&
			slices.ContainsFunc(guarded, func(p string) bool { return strings.HasPrefix(c.name, p) })
		for _, m := range c.methods {
			all := checkers[c.name+"."+m.name+m.desc]
			if !named || len(all) == 0 || m.flags&(accPublic|accProtected) == 0 || m.flags&accSynthetic != 0 {
				continue
			}
			line := descriptor(c.name) + "->" + m.name + m.desc
			for _, t := range all {
				line += fmt.Sprintf(" %s", t)
			}
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}
