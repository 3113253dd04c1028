package document

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// readers read a kind back as programs do that did not make it.
var readers = map[string]func([]byte) error{
	"bmp": readBitmap, "cbz": readZip("01.png", "02.jpg"), "csv": readCSV, "epub": readBook, "geojson": readJSON,
	"gif": readPicture(func(r io.Reader) error { _, err := gif.DecodeAll(r); return err }),
	"gpx": readXML("gpx"), "gz": readGzip, "html": readXML("html"), "ics": readLines("BEGIN:VCALENDAR", "END:VCALENDAR"),
	"jpg": readPhoto, "json": readJSON, "kml": readXML("kml"), "m3u": readStart("#EXTM3U\n"), "md": readStart("# "),
	"mp3": readMP3, "opml": readXML("opml"), "pdf": readPDF,
	"png": readPicture(func(r io.Reader) error { _, err := png.Decode(r); return err }), "srt": readSubtitles,
	"svg": readXML("svg"), "tar": readTar, "txt": readStart("sample text\n"),
	"vcf": readLines("BEGIN:VCARD", "END:VCARD"), "wav": readWav, "xml": readXML("items"), "zip": readZip("readme.txt", "data/sample.json"),
}

// TestMake reads each kind back, as it is and damaged: a damaged file fails where the
// reader checks anything beyond its beginning.
func TestMake(t *testing.T) {
	t.Parallel()
	lenient := []string{"m3u", "md", "txt"}
	for _, k := range Kinds() {
		t.Run(k.Extension, func(t *testing.T) {
			t.Parallel()
			read := readers[k.Extension]
			if read == nil {
				t.Fatal("no reader")
			}
			whole := Make(k.Name(), Whole)
			if err := read(whole); err != nil {
				t.Errorf("whole: %v", err)
			}
			if !bytes.Equal(whole, Make("OTHER."+strings.ToUpper(k.Extension), Whole)) {
				t.Error("another name of the kind holds something else")
			}
			if len(whole) > 10<<10 {
				t.Errorf("%d bytes are no small file", len(whole))
			}
			damaged := Make(k.Name(), Damaged)
			if err := read(damaged); err == nil && !slices.Contains(lenient, k.Extension) {
				t.Error("damaged: it is read")
			}
			if len(damaged) == 0 || damaged[0] != whole[0] {
				t.Error("damaged: it does not begin as the whole one")
			}
			if got := Make(k.Name(), Empty); len(got) != 0 {
				t.Errorf("empty: %d bytes", len(got))
			}
		})
	}
}

func TestMakeUnknownExtension(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sample", "sample.", "a.zip.unknown", ".hidden"} {
		if got := string(Make(name, Whole)); got != plainText {
			t.Errorf("%q holds %q", name, got)
		}
	}
}

func TestOfType(t *testing.T) {
	t.Parallel()
	for mime, want := range map[string]string{
		"application/epub+zip": "epub", "text/csv": "csv", "text/xml": "opml xml", "image/*": "bmp gif jpg png svg",
		"audio/*": "m3u mp3 wav", "image/": "", "": "", "video/mp4": "",
	} {
		var got []string
		for _, k := range OfType(mime) {
			got = append(got, k.Extension)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", mime, got, want)
		}
	}
	if got := len(OfType("*/*")); got != len(kinds) {
		t.Errorf("*/*: %d of %d kinds", got, len(kinds))
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	k, ok := OfName("A Book.EPUB")
	if !ok || k.Extension != "epub" || len(k.LongName()) != maxName || !ValidName(k.LongName()) {
		t.Errorf("%+v, long name %q", k, k.LongName())
	}
	for _, bad := range []string{"", ".", "..", "a/b", "../x", "a\nb", "a:b", strings.Repeat("x", maxName+1)} {
		if ValidName(bad) {
			t.Errorf("%q is valid", bad)
		}
	}
	if got := FileURI("a b%.ü"); got != "file:///sdcard/Download/a%20b%25.%C3%BC" {
		t.Error(got)
	}
	if got := ContentURI("a.epub"); got != "content://com.android.externalstorage.documents/document/primary%3ADownload%2Fa.epub" {
		t.Error(got)
	}
}

func readStart(start string) func([]byte) error {
	return func(data []byte) error {
		if !bytes.HasPrefix(data, []byte(start)) {
			return fmt.Errorf("begins %.20q", data)
		}
		return nil
	}
}

func readLines(first, last string) func([]byte) error {
	return func(data []byte) error {
		lines := strings.Split(strings.TrimSuffix(string(data), "\r\n"), "\r\n")
		if lines[0] != first || lines[len(lines)-1] != last {
			return fmt.Errorf("from %q to %q", lines[0], lines[len(lines)-1])
		}
		return nil
	}
}

func readSubtitles(data []byte) error {
	time := regexp.MustCompile(`^\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\n.+`)
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		if !time.MatchString(block) {
			return fmt.Errorf("block %q", block)
		}
	}
	return nil
}

func readJSON(data []byte) error { return json.Unmarshal(data, new(map[string]any)) }

func readCSV(data []byte) error {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err == nil && (len(rows) != 4 || rows[2][1] != "Bread, dark") {
		err = fmt.Errorf("rows %q", rows)
	}
	return err
}

func readXML(root string) func([]byte) error {
	return func(data []byte) error {
		d := xml.NewDecoder(bytes.NewReader(data))
		d.Strict, d.AutoClose, d.Entity = root != "html", xml.HTMLAutoClose, xml.HTMLEntity
		first := ""
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) && first == root {
				return nil
			}
			if err != nil {
				return fmt.Errorf("in <%s>: %w", first, err)
			}
			if start, ok := token.(xml.StartElement); ok && first == "" {
				first = start.Name.Local
			}
		}
	}
}

func readZip(names ...string) func([]byte) error {
	return func(data []byte) error {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return err
		}
		for _, f := range r.File {
			if f.Flags&8 != 0 {
				return fmt.Errorf("the sizes of %s come behind it", f.Name)
			}
		}
		for _, name := range names {
			f, err := r.Open(name)
			if err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, f); err != nil {
				return err
			}
		}
		return nil
	}
}

func readBook(data []byte) error {
	if err := readZip("META-INF/container.xml", "OEBPS/content.opf", "OEBPS/toc.ncx", "OEBPS/one.xhtml")(data); err != nil {
		return err
	}
	// The container format wants the type at these bytes.
	if string(data[30:38]) != "mimetype" || string(data[38:58]) != "application/epub+zip" {
		return fmt.Errorf("begins %q", data[30:58])
	}
	return nil
}

func readTar(data []byte) error {
	r := tar.NewReader(bytes.NewReader(data))
	if _, err := r.Next(); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, r)
	return err
}

func readGzip(data []byte) error {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r)
	return err
}

func readPicture(decode func(io.Reader) error) func([]byte) error {
	return func(data []byte) error { return decode(bytes.NewReader(data)) }
}

// readPhoto decodes the picture and follows the EXIF directories to the latitude.
func readPhoto(data []byte) error {
	if _, err := jpeg.Decode(bytes.NewReader(data)); err != nil {
		return err
	}
	at := bytes.Index(data, []byte("Exif\x00\x00"))
	if at < 0 {
		return errors.New("no EXIF segment")
	}
	tiff, be := data[at+6:], binary.BigEndian
	find := func(dir uint32, id uint16) []byte {
		for i := range uint32(be.Uint16(tiff[dir:])) {
			if e := tiff[dir+2+12*i:]; be.Uint16(e) == id {
				return e[:12]
			}
		}
		return make([]byte, 12)
	}
	if turned := be.Uint16(find(8, 0x0112)[8:]); turned != 6 {
		return fmt.Errorf("orientation %d", turned)
	}
	latitude := find(be.Uint32(find(8, 0x8825)[8:]), 2)
	if n, degrees := be.Uint32(latitude[4:]), be.Uint32(tiff[be.Uint32(latitude[8:]):]); n != 3 || degrees != 48 {
		return fmt.Errorf("latitude of %d numbers, %d degrees", n, degrees)
	}
	return nil
}

func readBitmap(data []byte) error {
	le := binary.LittleEndian
	if string(data[:2]) != "BM" || int(le.Uint32(data[2:])) != len(data) || le.Uint16(data[28:]) != 24 {
		return fmt.Errorf("head % x of %d bytes", data[:30], len(data))
	}
	if w, h := int(le.Uint32(data[18:])), int(le.Uint32(data[22:])); int(le.Uint32(data[10:]))+3*w*h != len(data) {
		return fmt.Errorf("%d times %d pixels", w, h)
	}
	return nil
}

func readWav(data []byte) error {
	le := binary.LittleEndian
	if string(data[:4]) != "RIFF" || string(data[8:16]) != "WAVEfmt " || int(le.Uint32(data[4:])) != len(data)-8 {
		return fmt.Errorf("head %q", data[:16])
	}
	if string(data[36:40]) != "data" || int(le.Uint32(data[40:])) != len(data)-44 {
		return fmt.Errorf("data of %d bytes", le.Uint32(data[40:]))
	}
	return nil
}

// readMP3 skips the tag by its length, and goes from frame to frame by their headers.
func readMP3(data []byte) error {
	if string(data[:3]) != "ID3" {
		return errors.New("no tag")
	}
	at, frames := 10+int(data[6])<<21+int(data[7])<<14+int(data[8])<<7+int(data[9]), 0
	for ; at < len(data); frames++ {
		if at+4 > len(data) || data[at] != 0xff || data[at+1] != 0xfb || data[at+2] != 0x10 {
			return fmt.Errorf("frame %d at %d", frames, at)
		}
		at += 104
	}
	if at != len(data) || frames != 10 {
		return fmt.Errorf("%d frames end at %d of %d", frames, at, len(data))
	}
	return nil
}

// readPDF follows the table of objects: each is where the table says.
func readPDF(data []byte) error {
	m := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(data)
	if m == nil {
		return errors.New("no table")
	}
	table, _ := strconv.Atoi(string(m[1]))
	rows := regexp.MustCompile(`(\d{10}) 00000 n \n`).FindAllSubmatch(data[table:], -1)
	for i, row := range rows {
		at, _ := strconv.Atoi(string(row[1]))
		if !bytes.HasPrefix(data[at:], fmt.Appendf(nil, "%d 0 obj\n", i+1)) {
			return fmt.Errorf("object %d is not at %d", i+1, at)
		}
	}
	if len(rows) != 5 {
		return fmt.Errorf("%d objects", len(rows))
	}
	return nil
}
