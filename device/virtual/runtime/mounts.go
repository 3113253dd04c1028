package runtime

import (
	"path/filepath"

	"talpa/device/virtual/confine"
)

// selfDir is a name that is the same for every JVM: its working folder, where
// its temporary files are.
const selfDir = "/proc/self/cwd"

// agentPath is where a JVM sees the agent's folder, wherever that is: what a JVM has read of
// its paths holds for all of them.
const agentPath = "/system/talpa"

// mounts are the paths of a device at which a JVM sees the folders of its
// device, if the machine can mount them there; else the agent makes links of
// that shape in its own folder.
func mounts(agent string, at quarters) []confine.Mount {
	home := at.home
	return []confine.Mount{
		{Path: agentPath, Host: agent},
		{Path: "/data/app", Host: at.apps},
		{Path: "/data/user/0", Host: filepath.Join(home, "data")},
		{Path: "/data/data", Link: "user/0"},
		{Path: "/data/user_de/0", Host: filepath.Join(home, "device")},
		{Path: "/data/local/tmp", Host: filepath.Join(home, "tmp")},
		{Path: "/storage/emulated/0", Host: filepath.Join(home, "sdcard")},
		{Path: "/storage/self/primary", Link: "../emulated/0"},
		{Path: "/sdcard", Link: "/storage/self/primary"},
	}
}
