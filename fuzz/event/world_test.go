package event

import (
	"math"
	"strings"
	"testing"
)

// TestParseFix: fields may be unknown, places are on earth.
func TestParseFix(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for value, want := range map[string]Fix{
		"1,2":               {1, 2, nan, nan, nan},
		"-90,180,,0":        {-90, 180, nan, 0, nan},
		" 59.91, 10.75,-3 ": {59.91, 10.75, -3, nan, nan},
		"0,0,8848,1e6,300":  {0, 0, 8848, 1e6, 300},
	} {
		got, err := ParseFix(value)
		same := err == nil
		for _, pair := range [][2]float64{{got.Latitude, want.Latitude}, {got.Longitude, want.Longitude},
			{got.Altitude, want.Altitude}, {got.Accuracy, want.Accuracy}, {got.Speed, want.Speed}} {
			same = same && (pair[0] == pair[1] || math.IsNaN(pair[0]) && math.IsNaN(pair[1]))
		}
		if !same {
			t.Errorf("%q: %+v, %v; want %+v", value, got, err, want)
		}
	}
	for value, want := range map[string]string{
		"": "a fix is", "1": "a fix is", "1,2,3,4,5,6": "a fix is", ",2": "no number", "NaN,2": "no number", "1,Inf": "no number",
		"90.1,0": "latitude", "0,-181": "longitude", "0,0,0,-1": "accuracy", "north,0": "no number",
	} {
		if _, err := ParseFix(value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", value, err, want)
		}
	}
}

// TestValidateWorld: what the world cannot tell is refused before a device is asked.
func TestValidateWorld(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"location on":                                "",
		"location off value=x":                       "takes no value",
		"location":                                   "location needs one of fix, on, off",
		"location fix":                               "a fix is",
		"location satellites value=65":               "from 0 to 64",
		"location satellites value=few":              "from 0 to 64",
		"location nmea value=GPGGA":                  "begins with $",
		"location nmea value=$GPGGA":                 "",
		"trimmemory RUNNING_LOW":                     "",
		"trimmemory":                                 "trimmemory needs one of RUNNING_MODERATE",
		"trimmemory LOW":                             "needs one of",
		"notification":                               "",
		"notification dismiss":                       "",
		"notification dismiss value=1":               "takes no value",
		"notification action":                        "the action's number",
		"notification action value=3":                "",
		"notification swipe":                         "notification needs one of tap, dismiss, action",
		"query value=content://a.b/1":                "",
		"query alone value=content://a.b/1":          "",
		"query value=content://":                     "needs content://",
		"query value=http://a.b":                     "needs content://",
		"start alone data=x:":                        "",
		"start together data=x:":                     "needs one of alone",
		"boot now":                                   "takes no argument",
		`sms value="+4712345 two words"`:             "",
		"sms value=Bank":                             "",
		"sms":                                        "no phone number",
		`sms value=" text"`:                          "no phone number",
		`sms value="a-b text"`:                       "no phone number",
		"call ring value=+4712345":                   "",
		"call end":                                   "",
		"call ring value=Bank":                       "no phone number",
		"call hold":                                  "call needs one of ring, accept, end",
		"battery level value=5":                      "",
		"battery level value=101":                    "from 0 to 100",
		"battery unplug value=1":                     "takes no value",
		"battery full":                               "needs one of level, ac",
		"headset plug":                               "",
		"headset":                                    "needs one of plug, unplug",
		"speech text value=a":                        "",
		"speech nothing value=a":                     "takes no value",
		"tag uri value=a:b":                          "",
		"tag uri value=a":                            "no address",
		"tag mime value=gecko":                       "no MIME type",
		"tag empty value=1":                          "takes no value",
		"tag text value=" + strings.Repeat("x", 121): "at most 120 bytes",
		"tag glue":                                   "needs one of text",
		"sensor light value=1e4":                     "",
		"sensor light value=absent":                  "",
		"sensor light value=1,2":                     "reads 1 numbers",
		"sensor acceleration value=0,0,NaN":          "no number",
		"sensor light":                               "needs a value",
		"sensor smell value=1":                       "needs one of acceleration",
		"restricted":                                 "",
		"stopprocess value=1":                        "takes no value",
	} {
		_, err := DecodeEvent(line)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
