package document

import (
	"encoding/base64"
	"path"

	"talpa/internal/shellword"
)

// Command is the line for a phone's shell that makes a file of Folder what the state says.
func Command(name string, s State) string {
	file := shellword.Quote(path.Join("/sdcard", Folder, name))
	line := "mkdir -p /sdcard/" + Folder + "; rm -rf " + file
	switch s {
	case Gone:
	case AFolder:
		line += "; mkdir " + file
	default:
		line += "; echo " + base64.StdEncoding.EncodeToString(Make(name, s)) + " | base64 -d >" + file
	}
	return line
}
