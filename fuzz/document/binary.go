package document

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
)

// must is for writers to memory, which do not fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// entry is a file in an archive; stored ones are not compressed.
type entry struct {
	name   string
	data   []byte
	stored bool
}

// archive writes the sizes in front of each entry: readers of streams, Java's among them,
// refuse stored entries whose size comes behind them.
func archive(entries ...entry) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		method, packed := zip.Deflate, e.data
		if e.stored {
			method = zip.Store
		} else {
			packed = deflated(e.data)
		}
		f, err := w.CreateRaw(&zip.FileHeader{Name: e.name, Method: method, CRC32: crc32.ChecksumIEEE(e.data),
			CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(e.data))})
		must(err)
		_, err = f.Write(packed)
		must(err)
	}
	must(w.Close())
	return b.Bytes()
}

func deflated(data []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	must(err)
	_, err = w.Write(data)
	must(err)
	must(w.Close())
	return b.Bytes()
}

func zipped() []byte {
	return archive(entry{name: "readme.txt", data: []byte(plainText)},
		entry{name: "data/sample.json", data: []byte(jsonText)})
}

func comic() []byte {
	return archive(entry{name: "01.png", data: pngPicture(), stored: true},
		entry{name: "02.jpg", data: photo(), stored: true})
}

func tarball() []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	must(w.WriteHeader(&tar.Header{Name: "readme.txt", Mode: 0o644, Size: int64(len(plainText))}))
	_, err := w.Write([]byte(plainText))
	must(err)
	must(w.Close())
	return b.Bytes()
}

func gzipped() []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name = "sample.txt"
	_, err := w.Write([]byte(plainText))
	must(err)
	must(w.Close())
	return b.Bytes()
}

// epub is a book of version 2 with one chapter: the type first, uncompressed.
func epub() []byte {
	const container = xmlHead + `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">` +
		`<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/>` +
		`</rootfiles></container>`
	const opf = xmlHead + `<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">` +
		`<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Sample Book</dc:title>` +
		`<dc:creator>Ada Sample</dc:creator><dc:language>en</dc:language>` +
		`<dc:identifier id="id">urn:uuid:00000000-0000-4000-8000-000000000001</dc:identifier></metadata>` +
		`<manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>` +
		`<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>` +
		`<spine toc="ncx"><itemref idref="one"/></spine></package>`
	const ncx = xmlHead + `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head>` +
		`<meta name="dtb:uid" content="urn:uuid:00000000-0000-4000-8000-000000000001"/></head>` +
		`<docTitle><text>Sample Book</text></docTitle><navMap><navPoint id="n1" playOrder="1">` +
		`<navLabel><text>Chapter One</text></navLabel><content src="one.xhtml"/></navPoint></navMap></ncx>`
	const chapter = xmlHead + `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Chapter One</title></head>` +
		`<body><h1>Chapter One</h1><p>It begins.</p></body></html>`
	return archive(entry{name: "mimetype", data: []byte("application/epub+zip"), stored: true},
		entry{name: "META-INF/container.xml", data: []byte(container)}, entry{name: "OEBPS/content.opf", data: []byte(opf)},
		entry{name: "OEBPS/toc.ncx", data: []byte(ncx)}, entry{name: "OEBPS/one.xhtml", data: []byte(chapter)})
}

// pdf is one page with a line of text.
func pdf() []byte {
	const text = "BT /F1 24 Tf 72 720 Td (Sample) Tj ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}

// picture has four fields of colour.
func picture() *image.Paletted {
	p := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{
		color.RGBA{0x2e, 0x7d, 0x32, 0xff}, color.RGBA{0x15, 0x65, 0xc0, 0xff},
		color.RGBA{0xf9, 0xa8, 0x25, 0xff}, color.White})
	for y := range 48 {
		for x := range 64 {
			p.SetColorIndex(x, y, uint8(x/32+y/24*2))
		}
	}
	return p
}

func pngPicture() []byte {
	var b bytes.Buffer
	must(png.Encode(&b, picture()))
	return b.Bytes()
}

func gifPicture() []byte {
	var b bytes.Buffer
	must(gif.Encode(&b, picture(), nil))
	return b.Bytes()
}

// photo is a picture of a camera that lay on its side in Munich: JPEG with an EXIF segment
// behind its start.
func photo() []byte {
	var b bytes.Buffer
	must(jpeg.Encode(&b, picture(), nil))
	data := b.Bytes()
	info := append([]byte("Exif\x00\x00"), exif()...)
	out := append([]byte{}, data[:2]...)
	out = append(out, 0xff, 0xe1, byte((len(info)+2)>>8), byte(len(info)+2))
	return append(append(out, info...), data[2:]...)
}

// Types of EXIF values.
const (
	exifText     = 2
	exifShort    = 3
	exifLong     = 4
	exifRational = 5
)

// tag is one EXIF value; numbers of rationals come as numerator, denominator.
type tag struct {
	id, kind uint16
	text     string
	numbers  []uint32
}

// exif is a TIFF header with a directory of the camera and one of the place.
func exif() []byte {
	const place = 0x8825
	camera := []tag{
		{id: 0x010f, kind: exifText, text: "Sample"}, {id: 0x0110, kind: exifText, text: "Camera 1"},
		{id: 0x0112, kind: exifShort, numbers: []uint32{6}}, {id: 0x0132, kind: exifText, text: "2023:01:02 09:00:00"},
		{id: place, kind: exifLong, numbers: []uint32{0}},
	}
	gps := []tag{
		{id: 1, kind: exifText, text: "N"}, {id: 2, kind: exifRational, numbers: []uint32{48, 1, 8, 1, 14, 1}},
		{id: 3, kind: exifText, text: "E"}, {id: 4, kind: exifRational, numbers: []uint32{11, 1, 34, 1, 32, 1}},
		{id: 6, kind: exifRational, numbers: []uint32{519, 1}},
	}
	const head = 8
	second := uint32(head + len(directory(camera, head)))
	camera[len(camera)-1].numbers[0] = second
	out := []byte{'M', 'M', 0, 42, 0, 0, 0, head}
	out = append(out, directory(camera, head)...)
	return append(out, directory(gps, second)...)
}

// directory writes tags at an offset of the TIFF file, with what does not fit in four
// bytes behind them.
func directory(tags []tag, at uint32) []byte {
	be := binary.BigEndian
	entries := be.AppendUint16(nil, uint16(len(tags)))
	var rest []byte
	behind := at + 2 + 12*uint32(len(tags)) + 4
	for _, t := range tags {
		var value []byte
		count := uint32(len(t.numbers))
		switch t.kind {
		case exifText:
			value = append([]byte(t.text), 0)
			count = uint32(len(value))
		case exifShort:
			value = be.AppendUint16(nil, uint16(t.numbers[0]))
		default:
			for _, n := range t.numbers {
				value = be.AppendUint32(value, n)
			}
		}
		if t.kind == exifRational {
			count /= 2
		}
		entries = be.AppendUint32(be.AppendUint16(be.AppendUint16(entries, t.id), t.kind), count)
		if len(value) > 4 {
			entries = be.AppendUint32(entries, behind+uint32(len(rest)))
			rest = append(rest, value...)
			continue
		}
		entries = append(append(entries, value...), make([]byte, 4-len(value))...)
	}
	return append(be.AppendUint32(entries, 0), rest...)
}

// bitmap is a Windows bitmap of 24 bits, rows from below.
func bitmap() []byte {
	p := picture()
	const head = 14 + 40
	size := p.Rect.Dx() * p.Rect.Dy() * 3 // a row's length is a multiple of four
	le := binary.LittleEndian
	b := append([]byte("BM"), le.AppendUint32(nil, uint32(head+size))...)
	for _, v := range []uint32{
		0, head, 40, uint32(p.Rect.Dx()), uint32(p.Rect.Dy()), 1 | 24<<16, 0, uint32(size), 2835, 2835, 0, 0,
	} {
		b = le.AppendUint32(b, v)
	}
	for y := p.Rect.Dy() - 1; y >= 0; y-- {
		for x := range p.Rect.Dx() {
			red, green, blue, _ := p.At(x, y).RGBA()
			b = append(b, byte(blue>>8), byte(green>>8), byte(red>>8))
		}
	}
	return b
}

// wav is a tenth of a second of silence, 8,000 samples of 16 bits a second.
func wav() []byte {
	const rate, samples = 8000, 800
	le := binary.LittleEndian
	b := append([]byte("RIFF"), le.AppendUint32(nil, 36+2*samples)...)
	b = append(b, "WAVEfmt "...)
	for _, v := range []uint32{16, 1 | 1<<16, rate, 2 * rate, 2 | 16<<16} {
		b = le.AppendUint32(b, v)
	}
	b = le.AppendUint32(append(b, "data"...), 2*samples)
	return append(b, make([]byte, 2*samples)...)
}

// mp3 is a tag with title and artist, and ten frames of silence: MPEG 1, layer III, 32
// kbit and 44,100 samples a second, one channel.
func mp3() []byte {
	var tags []byte
	for _, t := range [...][2]string{{"TIT2", "Silence"}, {"TPE1", "Sample"}, {"TALB", "Quiet"}} {
		text := "\x00" + t[1]
		tags = append(tags, t[0]...)
		tags = binary.BigEndian.AppendUint32(tags, uint32(len(text)))
		tags = append(append(tags, 0, 0), text...)
	}
	n := len(tags)
	b := []byte{'I', 'D', '3', 3, 0, 0, byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}
	b = append(b, tags...)
	const frame = 144 * 32000 / 44100
	silence := "\xff\xfb\x10\xc0" + strings.Repeat("\x00", frame-4)
	return append(b, strings.Repeat(silence, 10)...)
}
