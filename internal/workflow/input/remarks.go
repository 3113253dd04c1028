package input

import (
	"fmt"

	"talpa/asra/trace"
)

// Remarks are what people should know of an app before they read a result.
func Remarks(a *App) []string {
	class := missingClass(a)
	if class == "" {
		return nil
	}
	return []string{fmt.Sprintf("the APK has no code of %s, which its manifest starts the app with, so it dies at once: "+
		"the APK is one part of an app in splits (give all parts as one archive; "+
		"Android Studio's Instant Run makes such parts), or the app unpacks its code itself, "+
		"which the embedded device does not run", class)}
}

// missingClass is the class that Android starts the app with, its Application or the
// first activity, and that the APK has no code of; empty if it has both.
func missingClass(a *App) string {
	m := a.Archive.Manifest()
	if class := m.Application.Class; class != "" && !trace.IsFramework(class) && !a.Defines(class) {
		return class
	}
	if launcher := m.Launcher(); launcher != nil && !a.Defines(launcher.Class()) {
		return launcher.Class()
	}
	return ""
}
