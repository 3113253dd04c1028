package input

import (
	"errors"
	"fmt"
	"slices"

	"talpa/dex/apk"
	"talpa/fuzz/event"
)

// CheckUpgrade says whether the app can be an update of the older build in the given file;
// "" is none.
func CheckUpgrade(path string, a *App) error {
	if path == "" || a == nil {
		return nil
	}
	archive, err := apk.Open(path)
	if err != nil {
		return fmt.Errorf("--upgrade-from: %w", err)
	}
	older, newer := archive.Manifest(), a.Archive.Manifest()
	switch {
	case older.Package != newer.Package:
		return fmt.Errorf("--upgrade-from: %s is %s, not %s: an update is of the same app", path, older.Package,
			newer.Package)
	case older.VersionCode > newer.VersionCode:
		return fmt.Errorf("--upgrade-from: %s has version code %d, the app %d: Android refuses to go back", path,
			older.VersionCode, newer.VersionCode)
	}
	return nil
}

// CheckOlder says whether a script can be replayed without an older build.
func CheckOlder(s *event.Script, path string) error {
	if path == "" && slices.ContainsFunc(s.Events, func(e event.Event) bool { return e.Kind == event.Older }) {
		return errors.New("the script begins on an older build of the app: name its APK by --upgrade-from")
	}
	return nil
}
