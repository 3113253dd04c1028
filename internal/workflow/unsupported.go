package workflow

import (
	"fmt"

	"talpa/asra/trace"
)

// remarks are what people should know of an app before they read a result.
func remarks(a *app) []string {
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
func missingClass(a *app) string {
	m := a.archive.Manifest()
	if class := m.Application.Class; class != "" && !trace.IsFramework(class) && !a.defines(class) {
		return class
	}
	if launcher := m.Launcher(); launcher != nil && !a.defines(launcher.Class()) {
		return launcher.Class()
	}
	return ""
}
