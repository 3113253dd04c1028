package main

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
)

// systemServer is where the framework's jar has the code of Android's system server. On a phone it is
// in no process of an app; the device's own services take its place.
const systemServer = "com/android/server/"

// unreached are the entries of a jar below a folder that are classes to which no class outside of it
// leads: none names them in its constants, nor does one that is named so.
func unreached(jar, folder string) (map[string]bool, error) {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	unreached, named := map[string]bool{}, map[string][]string{}
	var todo []string
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".class") {
			continue
		}
		names, err := namesIn(f, folder)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(f.Name, folder) {
			unreached[f.Name], named[f.Name] = true, names
		} else {
			todo = append(todo, names...)
		}
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; unreached[name] {
			delete(unreached, name)
			todo = append(todo, named[name]...)
		}
	}
	return unreached, nil
}

// namesIn are the classes below a folder that the constants of a class name, in descriptors too, as
// entries of the jar.
func namesIn(f *zip.File, folder string) ([]string, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	class, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var names []string
	for {
		at := bytes.Index(class, []byte(folder))
		if at < 0 {
			return names, nil
		}
		class = class[at:]
		end := bytes.IndexFunc(class, func(r rune) bool {
			return r != '/' && r != '$' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		})
		if end < 0 {
			end = len(class)
		}
		names = append(names, string(class[:end])+".class")
		class = class[end:]
	}
}
