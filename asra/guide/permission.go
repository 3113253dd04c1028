package guide

import (
	"slices"
	"strings"
)

// dangerous are Android's permissions of the protection level "dangerous", as of Android 15, without
// "android.permission.": those that a user can refuse while the app runs, by the groups that the user refuses as
// one. The embedded device has the same list; a test keeps them equal. The names are exact: READ_PHONE_STATE is the
// user's, MODIFY_PHONE_STATE the system's alone.
var dangerous = [][]string{
	{"READ_CALENDAR", "WRITE_CALENDAR"},
	{"READ_CALL_LOG", "WRITE_CALL_LOG", "PROCESS_OUTGOING_CALLS"},
	{"CAMERA"},
	{"READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"},
	{"ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"},
	{"ACCESS_BACKGROUND_LOCATION"},
	{"RECORD_AUDIO"},
	{"READ_PHONE_STATE", "READ_PHONE_NUMBERS", "CALL_PHONE", "ANSWER_PHONE_CALLS", "ACCEPT_HANDOVER", "USE_SIP"},
	{"BODY_SENSORS"},
	{"BODY_SENSORS_BACKGROUND"},
	{"ACTIVITY_RECOGNITION"},
	{"SEND_SMS", "RECEIVE_SMS", "READ_SMS", "RECEIVE_WAP_PUSH", "RECEIVE_MMS", "READ_CELL_BROADCASTS"},
	{"READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"},
	{"READ_MEDIA_AUDIO"},
	{"READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_VISUAL_USER_SELECTED", "ACCESS_MEDIA_LOCATION"},
	{"BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "BLUETOOTH_ADVERTISE", "UWB_RANGING", "NEARBY_WIFI_DEVICES"},
	{"POST_NOTIFICATIONS"},
}

// voicemail is the one whose name begins otherwise.
const voicemail = "com.android.voicemail.permission.ADD_VOICEMAIL"

// personalData are the permissions to read what people keep on a phone.
var personalData = []string{"READ_CONTACTS", "READ_SMS", "READ_CALL_LOG", "READ_CALENDAR", "READ_EXTERNAL_STORAGE",
	"READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_AUDIO", "MANAGE_EXTERNAL_STORAGE"}

// ReadsPersonalData says whether a permission is one to read what people keep on a phone: contacts, messages, calls,
// dates, media.
func ReadsPersonalData(name string) bool {
	short, ok := strings.CutPrefix(name, "android.permission.")
	return ok && slices.Contains(personalData, short)
}

// StoragePermission says whether a permission is one to get at shared storage.
func StoragePermission(name string) bool {
	short, ok := strings.CutPrefix(name, "android.permission.")
	return ok && (short == "WRITE_EXTERNAL_STORAGE" || ReadsPersonalData(name) &&
		(strings.HasPrefix(short, "READ_MEDIA_") || strings.HasSuffix(short, "_EXTERNAL_STORAGE")))
}

// DangerousPermission says whether a user can refuse a permission of Android's. Those that an app
// defines are not known here; its manifest tells their level.
func DangerousPermission(name string) bool {
	short, ok := strings.CutPrefix(name, "android.permission.")
	return name == voicemail || ok && slices.ContainsFunc(dangerous, func(group []string) bool {
		return slices.Contains(group, short)
	})
}

// SamePermissionGroup says whether a user who refuses one of two permissions of Android's refuses the other.
func SamePermissionGroup(a, b string) bool {
	const prefix = "android.permission."
	return a == b || slices.ContainsFunc(dangerous, func(group []string) bool {
		return slices.Contains(group, strings.TrimPrefix(a, prefix)) && slices.Contains(group, strings.TrimPrefix(b, prefix))
	})
}
