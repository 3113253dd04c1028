package specs

// sensorNames are the types of sensors that events have names for, by the constants of android.hardware.Sensor.
var sensorNames = map[string]string{
	"1": "acceleration", "2": "magnetic-field", "3": "orientation", "4": "gyroscope", "5": "light", "6": "pressure",
	"7": "temperature", "8": "proximity", "9": "gravity", "10": "linear_acceleration", "11": "rotation_vector",
	"12": "humidity", "13": "temperature", "19": "step-counter", "21": "heart-rate",
}

// SensorName is the name that events have for a type of sensor, a number in digits; "" for one that they do not have.
func SensorName(typ string) string { return sensorNames[typ] }
