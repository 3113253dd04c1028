package guide

import (
	"slices"
	"strings"
)

// dangerous are the endings of the permissions of Android's protection level
// "dangerous": those that a user can refuse.
var dangerous = []string{"CAMERA", "CONTACTS", "LOCATION", "STORAGE", "AUDIO", "PHONE_STATE", "CALL_PHONE", "SMS",
	"CALENDAR", "SENSORS", "CALL_LOG", "NOTIFICATIONS", "MEDIA_IMAGES", "MEDIA_VIDEO", "BLUETOOTH_CONNECT",
	"BLUETOOTH_SCAN", "GET_ACCOUNTS"}

// DangerousPermission says whether a user can refuse a permission of Android's.
func DangerousPermission(name string) bool {
	return strings.HasPrefix(name, "android.permission.") &&
		slices.ContainsFunc(dangerous, func(end string) bool { return strings.HasSuffix(name, end) })
}
