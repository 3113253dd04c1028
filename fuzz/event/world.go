package event

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Words for the Arg of a Location.
const (
	LocationFix        = "fix"
	LocationSatellites = "satellites"
	LocationNMEA       = "nmea"
)

// Words for the Arg of a Notification; "" is a tap too.
const (
	NotificationTap     = "tap"
	NotificationDismiss = "dismiss"
	NotificationAction  = "action"
)

// Bounds of what the world tells.
const (
	maxSatellites = 64
	maxActions    = 16  // buttons of a notification
	maxNMEA       = 256 // bytes
)

// TrimLevels are the levels of `am send-trim-memory`, from the mildest while the app is
// seen to the last before its process is killed.
func TrimLevels() []string {
	return []string{"RUNNING_MODERATE", "RUNNING_LOW", "RUNNING_CRITICAL", "HIDDEN", "BACKGROUND", "MODERATE", "COMPLETE"}
}

// Fix is a place that the phone is told to be at. What is NaN is not known: such a fix
// comes without it.
type Fix struct {
	Latitude, Longitude float64 // degrees
	Altitude            float64 // metres above the ellipsoid
	Accuracy            float64 // metres
	Speed               float64 // metres a second
}

// ParseFix reads "LATITUDE,LONGITUDE", "LATITUDE,LONGITUDE,ALTITUDE" and so on in the
// order of Fix's fields. An empty field or one that is left out is not known.
func ParseFix(value string) (Fix, error) {
	fields := strings.Split(value, ",")
	if len(fields) < 2 || len(fields) > 5 {
		return Fix{}, fmt.Errorf("a fix is LATITUDE,LONGITUDE[,ALTITUDE[,ACCURACY[,SPEED]]], have %.60q", value)
	}
	nan := math.NaN()
	numbers := [5]float64{nan, nan, nan, nan, nan}
	for i, field := range fields {
		if field = strings.TrimSpace(field); field == "" && i >= 2 {
			continue
		}
		n, err := strconv.ParseFloat(field, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return Fix{}, fmt.Errorf("%.40q in a fix is no number", field)
		}
		numbers[i] = n
	}
	f := Fix{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]}
	switch {
	case math.Abs(f.Latitude) > 90:
		return Fix{}, fmt.Errorf("latitude %v is not in -90 to 90", f.Latitude)
	case math.Abs(f.Longitude) > 180:
		return Fix{}, fmt.Errorf("longitude %v is not in -180 to 180", f.Longitude)
	case f.Accuracy < 0:
		return Fix{}, fmt.Errorf("accuracy %v is negative", f.Accuracy)
	}
	return f, nil
}

// checkLocation checks the Value of a Location.
func checkLocation(e Event) error {
	switch e.Arg {
	case LocationFix:
		_, err := ParseFix(e.Value)
		return err
	case LocationSatellites:
		return checkCount("satellites", e.Value, maxSatellites)
	case LocationNMEA:
		if !strings.HasPrefix(e.Value, "$") || len(e.Value) > maxNMEA {
			return fmt.Errorf("an NMEA sentence begins with $ and has at most %d bytes", maxNMEA)
		}
		return nil
	}
	return checkNoValue(e)
}

// checkNotification checks the Value of a Notification.
func checkNotification(e Event) error {
	if e.Arg == NotificationAction {
		return checkCount("the action's number", e.Value, maxActions)
	}
	return checkNoValue(e)
}

// checkURI demands the URI of a content provider.
func checkURI(e Event) error {
	if rest, ok := strings.CutPrefix(e.Value, "content://"); !ok || rest == "" {
		return fmt.Errorf("%s needs content://AUTHORITY/PATH, have %.60q", e.Kind, e.Value)
	}
	return nil
}

// checkNoValue refuses a Value.
func checkNoValue(e Event) error {
	if e.Value != "" {
		return fmt.Errorf("%s %s takes no value", e.Kind, e.Arg)
	}
	return nil
}

// checkCount demands a whole number from 0 to limit.
func checkCount(what, value string, limit int) error {
	if n, err := strconv.Atoi(value); err != nil || n < 0 || n > limit {
		return errors.New(what + ": want a whole number from 0 to " + strconv.Itoa(limit))
	}
	return nil
}
