// Package document makes the files that people keep on a phone: small and valid ones of
// the kinds that apps open (books, tables, tracks, archives, pictures, sounds), and odd
// ones (empty, damaged). A file's name says all: its extension is the kind. What is made
// is the same every time.
//
// Not made: films, office documents, fonts, encrypted archives; a sound is silent, a
// picture has a few colours.
package document

import (
	"path"
	"slices"
	"strings"
)

// Folder is where the files lie, from the root of shared storage.
const Folder = "Download"

// Kind is a kind of file.
type Kind struct {
	Extension string // without the dot
	Type      string // the MIME type that Android gives it
	// Aliases are other MIME types that apps use for it.
	Aliases []string
	make    func() []byte
}

// kinds are all of them, by extension.
var kinds = []Kind{
	{Extension: "bmp", Type: "image/x-ms-bmp", Aliases: []string{"image/bmp"}, make: bitmap},
	{Extension: "cbz", Type: "application/x-cbz",
		Aliases: []string{"application/vnd.comicbook+zip"}, make: comic},
	{Extension: "csv", Type: "text/comma-separated-values",
		Aliases: []string{"text/csv", "application/csv"}, make: constant(csvText)},
	{Extension: "epub", Type: "application/epub+zip", make: epub},
	{Extension: "geojson", Type: "application/geo+json", make: constant(geoJSON)},
	{Extension: "gif", Type: "image/gif", make: gifPicture},
	{Extension: "gpx", Type: "application/gpx+xml", make: constant(gpxText)},
	{Extension: "gz", Type: "application/gzip", Aliases: []string{"application/x-gzip"}, make: gzipped},
	{Extension: "html", Type: "text/html", make: constant(htmlText)},
	{Extension: "ics", Type: "text/calendar", make: constant(icsText)},
	{Extension: "jpg", Type: "image/jpeg", make: photo},
	{Extension: "json", Type: "application/json", Aliases: []string{"text/json"}, make: constant(jsonText)},
	{Extension: "kml", Type: "application/vnd.google-earth.kml+xml", make: constant(kmlText)},
	{Extension: "m3u", Type: "audio/x-mpegurl", Aliases: []string{"audio/mpegurl"}, make: constant(m3uText)},
	{Extension: "md", Type: "text/markdown", make: constant(markdown)},
	{Extension: "mp3", Type: "audio/mpeg", make: mp3},
	{Extension: "opml", Type: "text/x-opml", Aliases: []string{"text/xml"}, make: constant(opmlText)},
	{Extension: "pdf", Type: "application/pdf", make: pdf},
	{Extension: "png", Type: "image/png", make: pngPicture},
	{Extension: "srt", Type: "application/x-subrip", make: constant(srtText)},
	{Extension: "svg", Type: "image/svg+xml", make: constant(svgText)},
	{Extension: "tar", Type: "application/x-tar", make: tarball},
	{Extension: "txt", Type: "text/plain", make: constant(plainText)},
	{Extension: "vcf", Type: "text/x-vcard", Aliases: []string{"text/vcard"}, make: constant(vcfText)},
	{Extension: "wav", Type: "audio/x-wav", Aliases: []string{"audio/wav"}, make: wav},
	{Extension: "xml", Type: "text/xml", Aliases: []string{"application/xml"}, make: constant(xmlText)},
	{Extension: "zip", Type: "application/zip", Aliases: []string{"application/x-zip-compressed"}, make: zipped},
}

// Kinds are all kinds, by extension.
func Kinds() []Kind { return slices.Clone(kinds) }

// OfName is the kind of a file by its name; false if the extension is of none.
func OfName(name string) (Kind, bool) {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Extension == ext })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// OfType are the kinds that a MIME type means, which may be a family such as "image/*".
func OfType(mime string) []Kind {
	family, wild := strings.CutSuffix(mime, "*")
	return slices.DeleteFunc(Kinds(), func(k Kind) bool {
		return !slices.ContainsFunc(append([]string{k.Type}, k.Aliases...), func(t string) bool {
			return t == mime || wild && (family == "*/" || strings.HasPrefix(t, family))
		})
	})
}

// Name is the name of the sample of this kind.
func (k Kind) Name() string { return "sample." + k.Extension }

// State says how sound a file is.
type State string

// The states.
const (
	Whole   State = "whole"   // valid
	Empty   State = "empty"   // no byte
	Damaged State = "damaged" // it breaks off, and some of what is there is wrong
	AFolder State = "folder"  // a folder has the name
	Gone    State = "gone"    // nothing has the name
)

// States are all of them.
func States() []State { return []State{Whole, Empty, Damaged, AFolder, Gone} }

// Make is what a file of that name holds. A name without a known extension is a text's.
func Make(name string, s State) []byte {
	k, ok := OfName(name)
	if !ok {
		k, _ = OfName("sample.txt")
	}
	switch s {
	case Empty, AFolder, Gone:
		return nil
	case Damaged:
		return damage(k.make())
	}
	return k.make()
}

// damage breaks data off after two thirds and turns bits of a tenth of the rest, but for
// the first bytes, by which readers know the kind.
func damage(data []byte) []byte {
	const magic = 8
	d := slices.Clone(data[:len(data)*2/3])
	for i := min(magic, len(d)); i < len(d); i += 10 {
		d[i] ^= 0x5a
	}
	return d
}

// maxName is the longest name of a file, in bytes.
const maxName = 255

// LongName is the sample's name of a kind, as long as file systems take.
func (k Kind) LongName() string {
	ext := "." + k.Extension
	return strings.Repeat("long name ", maxName)[:maxName-len(ext)] + ext
}

// ValidName says whether a file of Folder can have the name.
func ValidName(name string) bool {
	return name != "" && len(name) <= maxName && name != "." && name != ".." &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`"*/:<>?\|`, r) || r == 0x7f })
}

// FileURI is the address of a file of Folder as file managers of old give it.
func FileURI(name string) string { return "file:///sdcard/" + Folder + "/" + escape(name) }

// ContentURI is the address of a file of Folder as the system's file picker gives it.
func ContentURI(name string) string {
	return "content://com.android.externalstorage.documents/document/primary%3A" + Folder + "%2F" + escape(name)
}

// escape writes a name into a URI: everything but letters, digits and a few signs.
func escape(name string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', strings.IndexByte("-_.~", c) >= 0:
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}
