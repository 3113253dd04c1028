package adb

import (
	"talpa/device"
)

// builds is which build of the app is on a device: event.Older and event.Update change it.
// What the older one logs is not told: its crashes are not those of the app.
type builds struct {
	app   string      // the APK that Install was given
	older *device.App // nil unless the older build is installed
}

// checkOlder says whether there is an older build.
func (l *link) checkOlder() error {
	if l.options.Older == "" {
		return unsupported("there is no older build of the app: --upgrade-from names one")
	}
	return nil
}
