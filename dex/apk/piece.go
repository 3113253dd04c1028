package apk

import (
	"fmt"
	"os"
)

// Piece is one APK of an app in splits, by its manifest.
type Piece struct {
	Package string
	Name    string // of the split, "" for the base
	// For is the split whose configuration this one holds, "" if it is the base's or
	// this is no split for a configuration.
	For    string
	MinSDK int // 1 if the manifest does not say
	Code   bool
}

// ReadPiece reads what tells the APKs of an app in splits apart. Unlike Open it
// takes an APK without code. For a file that is no APK the error is an *Error.
func ReadPiece(path string) (Piece, error) {
	file, err := os.Open(path)
	if err != nil {
		return Piece{}, fmt.Errorf("opening an APK of the app: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Piece{}, fmt.Errorf("opening an APK of the app: %w", err)
	}
	z, err := openZip(file, info.Size())
	if err != nil {
		return Piece{}, inFile(err, path)
	}
	a := &Archive{zip: z, resources: &Resources{}}
	if z.entries["AndroidManifest.xml"] == nil {
		return Piece{}, inFile(a.noManifest(), path)
	}
	doc, err := a.XML("AndroidManifest.xml")
	if err != nil {
		return Piece{}, inFile(err, path)
	}
	m, err := readManifest(doc, a.resources)
	if err != nil {
		return Piece{}, inFile(inEntry(err, "AndroidManifest.xml"), path)
	}
	r := manifestReader{a.resources, m}
	return Piece{
		Package: m.Package,
		Name:    r.text(doc.Root, 0, "split"),
		For:     r.text(doc.Root, 0, "configForSplit"),
		MinSDK:  m.MinSDK,
		Code:    z.entries["classes.dex"] != nil,
	}, nil
}
