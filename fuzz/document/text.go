package document

// constant is the maker of a fixed text.
func constant(text string) func() []byte { return func() []byte { return []byte(text) } }

// The texts. Their dates lie before the embedded device's clock.
const (
	plainText = "sample text\nwith a second line, and ümlauts\n"

	markdown = "# Sample\n\nA *short* text with a [link](https://example.com/).\n\n- [ ] milk\n- [x] bread\n"

	csvText = "date,name,amount\n2023-01-02,Coffee,2.50\n2023-01-03,\"Bread, dark\",3.20\n2023-01-05,Rent,-850\n"

	jsonText = `{"version": 1, "title": "Sample", "items": [{"id": 1, "name": "first"}, ` +
		`{"id": 2, "name": "second"}]}` + "\n"

	xmlText = xmlHead + `<items version="1"><item id="1">first</item><item id="2">second</item></items>` + "\n"

	xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

	htmlText = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Sample</title></head>\n" +
		"<body><h1>Sample</h1><p>A page with a <a href=\"https://example.com/\">link</a>.</p></body></html>\n"

	svgText = xmlHead + `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">` +
		`<circle cx="24" cy="24" r="20" fill="#2e7d32"/></svg>` + "\n"

	gpxText = xmlHead + `<gpx version="1.1" creator="sample" xmlns="http://www.topografix.com/GPX/1/1">` +
		`<wpt lat="48.1372" lon="11.5755"><ele>519</ele><name>Start</name></wpt>` +
		`<trk><name>Walk</name><trkseg>` +
		`<trkpt lat="48.1372" lon="11.5755"><ele>519</ele><time>2023-01-02T09:00:00Z</time></trkpt>` +
		`<trkpt lat="48.1380" lon="11.5770"><ele>521</ele><time>2023-01-02T09:01:00Z</time></trkpt>` +
		`<trkpt lat="48.1391" lon="11.5784"><ele>524</ele><time>2023-01-02T09:02:00Z</time></trkpt>` +
		`</trkseg></trk></gpx>` + "\n"

	kmlText = xmlHead + `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Sample</name>` +
		`<Placemark><name>Start</name><Point><coordinates>11.5755,48.1372,519</coordinates></Point></Placemark>` +
		`</Document></kml>` + "\n"

	geoJSON = `{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Start"}, ` +
		`"geometry": {"type": "Point", "coordinates": [11.5755, 48.1372]}}]}` + "\n"

	opmlText = xmlHead + `<opml version="2.0"><head><title>Feeds</title></head><body>` +
		`<outline text="Example" type="rss" xmlUrl="https://example.com/feed.xml"/></body></opml>` + "\n"

	m3uText = "#EXTM3U\n#EXTINF:1,Sample - Silence\nsample.mp3\n#EXTINF:-1,Radio\nhttp://example.com/stream.mp3\n"

	srtText = "1\n00:00:01,000 --> 00:00:02,500\nHello.\n\n2\n00:00:03,000 --> 00:00:04,000\nGoodbye.\n"

	icsText = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//sample//EN\r\nBEGIN:VEVENT\r\nUID:1@example.com\r\n" +
		"DTSTAMP:20230102T090000Z\r\nDTSTART:20230103T090000Z\r\nDTEND:20230103T100000Z\r\nSUMMARY:Meeting\r\n" +
		"RRULE:FREQ=WEEKLY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

	vcfText = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Sample;Ben;;;\r\nFN:Ben Sample\r\nTEL;TYPE=CELL:+15550101\r\n" +
		"EMAIL:ben@example.com\r\nEND:VCARD\r\n"
)
