// Command gen writes the facts about the Android framework's classes that the
// package specs embeds: names, supertypes and the methods that an app can
// override or call. It reads the class files of an android-all jar, the
// framework built for the JVM by the Robolectric project (Apache-2.0), and, for
// the java packages that such a jar leaves to the JVM, of modules of a JDK. It
// keeps facts only: no code, no documentation.
//
// Jars of several API levels may be given, the newest first. A class keeps the
// supertypes of the newest one that has it, and the methods of all: apps for old
// platforms override what new ones no longer have. What one level lets be
// overridden counts as such. The names of the framework's attributes come from the
// newest alone; no level gives an id away twice.
//
//	go run ./specs/gen -o specs/framework.bin android-all-15-robolectric-13954326.jar \
//	    android-all-13-robolectric-9030017.jar android-all-9-robolectric-4913185-2.jar \
//	    android-all-5.0.2_r3-robolectric-r0.jar \
//	    $JAVA_HOME/jmods/java.base.jmod $JAVA_HOME/jmods/java.logging.jmod $JAVA_HOME/jmods/java.sql.jmod
//
// The lines of methods by API level, for package platform, come from jars named with theirs:
//
//	go run ./specs/gen -lines specs/platform/lines.bin 16=android-all-4.1.2_r1-robolectric-r1.jar ... \
//	    35=android-all-15-robolectric-13954326.jar
//
// What came to the framework after API level 16, for the embedded device as an older one, comes from
// the same jars and the JDK's own table of the API of Java 8:
//
//	go run ./specs/gen -since device/agent/host/src/main/resources/talpa/agent/level/since.txt.gz \
//	    16=android-all-4.1.2_r1-robolectric-r1.jar ... 35=android-all-15-robolectric-13954326.jar \
//	    java8=$JAVA_HOME/lib/ct.sym
//
// The guards of methods, throws.txt, are of the newest framework and the JDK alone:
//
//	go run ./specs/gen -throws specs/throws.txt android-all-15-robolectric-13954326.jar \
//	    $JAVA_HOME/jmods/java.base.jmod
package main

import (
	"archive/zip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"talpa/specs"
)

func main() {
	out := flag.String("o", "specs/framework.bin", "file to write; \"\" for none")
	attributes := flag.String("attributes", "specs/attributenames.txt",
		"file to write the names of attributes to, from the first jar; \"\" for none")
	lines := flag.String("lines", "",
		"file to write the lines of methods to, from jars given as LEVEL=JAR; nothing else then")
	throws := flag.String("throws", "",
		"file to write the guards of methods to, from the jars in order; nothing else then")
	since := flag.String("since", "",
		"file to write what came after the oldest level to, from jars given as LEVEL=JAR; nothing else then")
	flag.Parse()
	var err error
	switch {
	case *throws != "":
		err = writeThrows(flag.Args(), *throws)
	case *lines != "":
		err = linesOf(flag.Args(), *lines)
	case *since != "":
		err = sinceOf(flag.Args(), *since)
	default:
		err = run(flag.Args(), *out, *attributes)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(jars []string, out, attributes string) error {
	if len(jars) == 0 {
		return errors.New("no jar or jmod file named")
	}
	if attributes != "" {
		if err := attributesOf(jars[0], attributes); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	classes := map[string]class{}
	var sources []string
	for _, jar := range jars {
		if err := readJar(jar, classes); err != nil {
			return err
		}
		sources = append(sources, filepath.Base(jar))
	}
	packed, err := specs.EncodeFramework(strings.Join(sources, " "), facts(keep(classes)))
	if err != nil {
		return err
	}
	return os.WriteFile(out, packed, 0o644)
}

// packages whose public classes an app can name.
var packages = []string{
	"android/", "java/", "javax/", "dalvik/", "org/json/", "org/w3c/dom/", "org/xml/sax/", "org/xmlpull/",
	"org/apache/http/", "junit/",
}

// internalParts mark packages under those prefixes that no ordinary app sees:
// implementation, hardware interfaces, vehicle and system services.
var internalParts = []string{
	"/internal/", "android/hidl/", "android/frameworks/", "android/car/", "android/adservices/", "android/filterpacks/",
	"android/filterfw/", "android/safetycenter/", "android/uwb/", "android/providers/", "android/ondevicepersonalization/",
	"android/app/admin/flags", "android/sdksandbox/", "android/federatedcompute/", "android/scheduling/", "android/apex/",
	"android/stats/", "android/automotive/", "android/media/audio/", "android/system/", "android/security/",
	"android/net/netstats/", "android/net/ipsec/", "android/telephony/ims/", "android/service/ondevice",
	"/V1_", "/V2_", "/V3_", "/V4_", "/V5_", "/V6_", "/V7_", "android/renderscript/", "android/content/pm/parsing",
}

// hardware are the parts of android/hardware that apps use; the rest are
// interfaces of the hardware abstraction layer.
var hardware = []string{
	"Camera", "camera2/", "Sensor", "Trigger", "GeomagneticField", "ConsumerIr", "HardwareBuffer", "DataSpace",
	"SyncFence", "display/", "fingerprint/", "biometrics/", "input/", "lights/", "usb/", "location/",
}

// readJar adds every class of the jar or jmod file, and to those that are there
// already the methods that they lack.
func readJar(name string, classes map[string]class) error {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, ".class") {
			continue
		}
		c, err := readEntry(file)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", name, file.Name, err)
		}
		if known, ok := classes[c.name]; ok {
			c = merge(known, c)
		}
		classes[c.name] = c
	}
	return nil
}

// merge adds to a class the methods of another level.
func merge(c, other class) class {
	at := map[string]int{}
	c.methods = slices.Clone(c.methods)
	for i, m := range c.methods {
		at[m.name+m.desc] = i
	}
	for _, m := range other.methods {
		if other.flags&accFinal != 0 {
			m.flags |= accFinal // whatever the newer level says of the class
		}
		i, known := at[m.name+m.desc]
		switch {
		case !known:
			c.methods = append(c.methods, m)
		case !worthwhile(c, c.methods[i]) || methodKind(c, c.methods[i]) != "":
			c.methods[i] = m
		}
	}
	return c
}

func readEntry(file *zip.File) (class, error) {
	in, err := file.Open()
	if err != nil {
		return class{}, err
	}
	data, err := io.ReadAll(in)
	if err := errors.Join(err, in.Close()); err != nil {
		return class{}, err
	}
	return parseClass(data)
}

// keep returns the classes that an app can name, and all their supertypes, in
// name order.
func keep(classes map[string]class) []class {
	kept := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		c, ok := classes[name]
		if !ok || kept[name] {
			return
		}
		kept[name] = true
		add(c.super)
		for _, i := range c.interfaces {
			add(i)
		}
	}
	for name, c := range classes {
		if c.flags&accPublic != 0 && visible(name) {
			add(name)
		}
	}
	all := make([]class, 0, len(kept))
	for name := range kept {
		all = append(all, classes[name])
	}
	slices.SortFunc(all, func(a, b class) int { return strings.Compare(a.name, b.name) })
	return all
}

func visible(name string) bool {
	for _, part := range internalParts {
		if strings.Contains(name, part) {
			return false
		}
	}
	if strings.HasSuffix(name, "$Stub") || strings.HasSuffix(name, "$Default") || strings.HasSuffix(name, "$Proxy") {
		return false // generated for interface definitions
	}
	if strings.HasPrefix(name, "android/hardware/") && !slices.ContainsFunc(hardware, func(p string) bool {
		return strings.HasPrefix(name, "android/hardware/"+p)
	}) {
		return false
	}
	return slices.ContainsFunc(packages, func(p string) bool { return strings.HasPrefix(name, p) })
}

// facts turns classes into the rows of the table.
func facts(classes []class) []specs.Class {
	list := make([]specs.Class, len(classes))
	for i, c := range classes {
		list[i] = specs.Class{Name: descriptor(c.name), Kind: kind(c)}
		if c.super != "" {
			list[i].Super = descriptor(c.super)
		}
		for _, name := range c.interfaces {
			list[i].Interfaces = append(list[i].Interfaces, descriptor(name))
		}
		for _, m := range c.methods {
			if worthwhile(c, m) {
				list[i].Methods = append(list[i].Methods, methodKind(c, m)+m.name+m.desc)
			}
		}
		slices.SortFunc(list[i].Methods, specs.CompareMethods)
	}
	return list
}

// descriptor is "Landroid/view/View;".
func descriptor(name string) string { return "L" + name + ";" }

// worthwhile says whether specs has a use for the method: all that can be
// overridden, and those that can only be called on the packages that apps name most.
func worthwhile(c class, m method) bool {
	if m.flags&(accPublic|accProtected) == 0 || m.flags&accSynthetic != 0 || strings.HasPrefix(m.name, "<") {
		return false
	}
	return methodKind(c, m) == "" || strings.HasPrefix(c.name, "android/") || strings.HasPrefix(c.name, "java/")
}

// kind is that of specs.Class.
func kind(c class) byte {
	switch {
	case c.flags&accInterface != 0:
		return 'I'
	case c.flags&accFinal != 0:
		return 'F'
	case c.flags&accAbstract != 0:
		return 'A'
	}
	return 'C'
}

// methodKind is "" for a method that an app class can override, "-" for one that
// it can only call.
func methodKind(c class, m method) string {
	if m.flags&(accStatic|accFinal) != 0 || c.flags&accFinal != 0 {
		return "-"
	}
	return ""
}
