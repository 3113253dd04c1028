package framework

import "fmt"

// API is the API level of the framework, Android 15, and the level of a device unless its
// options name an older one.
const API = 35

// releases are the versions that devices say they have, by API level: the last build of each that the
// generated tables know.
var releases = map[int]string{
	16: "4.1.2", 17: "4.2.2", 18: "4.3", 19: "4.4.2", 21: "5.0.2", 22: "5.1.1", 23: "6.0.1", 24: "7.0", 25: "7.1.1",
	26: "8.0.0", 27: "8.1.0", 28: "9", 29: "10", 30: "11", 31: "12", 32: "12", 33: "13", 34: "14", API: "15",
}

// Release is the version of Android that a device of an API level has, "8.1.0"; an error says which levels
// there are.
func Release(api int) (string, error) {
	if name, ok := releases[api]; ok {
		return name, nil
	}
	return "", fmt.Errorf("no Android of API level %d: there are 16 to 19 and 21 to %d", api, API)
}
