package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"talpa/specs/platform"
)

// traced are the packages whose classes stand in the crash traces of apps.
var traced = []string{
	"android/accounts/", "android/animation/", "android/app/", "android/appwidget/",
	"android/bluetooth/", "android/content/",
	"android/database/", "android/graphics/", "android/hardware/", "android/inputmethodservice/", "android/location/",
	"android/media/", "android/net/", "android/nfc/", "android/os/", "android/preference/", "android/print/",
	"android/provider/",
	"android/service/", "android/speech/", "android/telephony/", "android/text/", "android/transition/", "android/util/",
	"android/view/", "android/webkit/", "android/widget/", "com/android/internal/app/", "com/android/internal/os/",
	"com/android/internal/policy/", "com/android/internal/view/", "com/android/internal/widget/",
	"com/android/internal/database/", "com/android/internal/util/", "java/io/", "java/lang/", "java/net/", "java/text/",
	"java/util/", "org/json/",
}

// linesOf writes the table of package platform from jars given as LEVEL=FILE.
func linesOf(jars []string, out string) error {
	var sources []string
	for _, jar := range jars {
		_, file, _ := strings.Cut(jar, "=")
		sources = append(sources, filepath.Base(file))
	}
	table := platform.NewBuilder(strings.Join(sources, " "))
	for _, jar := range jars {
		number, file, _ := strings.Cut(jar, "=")
		level, err := strconv.Atoi(number)
		if err != nil || level < 16 || level > 47 {
			return fmt.Errorf("%q: say LEVEL=JAR, level 16 to 47", jar)
		}
		if err := addLines(table, level, file); err != nil {
			return err
		}
	}
	packed, err := table.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(out, packed, 0o644)
}

func addLines(table *platform.Builder, level int, jar string) error {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }()
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, ".class") || !crashes(file.Name) {
			continue
		}
		c, err := readEntry(file)
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %s", jar, file.Name), err)
		}
		spans := map[string][]platform.Span{}
		for _, m := range c.methods {
			if m.lines != (platform.Span{}) {
				spans[m.name] = append(spans[m.name], m.lines)
			}
		}
		for name, s := range spans {
			table.Set(level, strings.ReplaceAll(c.name, "/", "."), name, s)
		}
	}
	return nil
}

// crashes says whether the class can stand in the trace of an app's crash.
func crashes(name string) bool {
	for _, prefix := range traced {
		if strings.HasPrefix(name, prefix) {
			// The other side of a binder call, and resource numbers.
			return !strings.Contains(name, "$Stub") && !strings.Contains(name, "/R$")
		}
	}
	return false
}
