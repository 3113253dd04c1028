package trace

import "strconv"

// Delivery is the answer that Android was handing to an activity when the app crashed: its wrapper around the
// exception prints it ("Failure delivering result ResultInfo{who=null, request=15, result=0, data=null}"), in the
// form of android.app.ResultInfo.toString, which Android 1.5 to 15 have alike.
type Delivery struct {
	// Request is the code that the app asked with. A fragment of the support library has its own in the low 16 bits.
	Request int64
	// Result is the code of the answer: 0 for a cancel, -1 for a yes, others are the answering activity's own.
	Result int64
	Data   bool // an intent came with it
}

// Answers to questions for a permission are delivered the same way; they are no activity's result.
var deliveryLine = lazily(`Failure delivering result ResultInfo\{who=([^,]*), request=(-?\d+), result=(-?\d+), ` +
	`data=(null|Intent)`).when(holds("Failure delivering result"))

// Delivered is the answer that was being handed over; ok is false if the trace tells of none.
func (t Trace) Delivered() (d Delivery, ok bool) {
	for _, thrown := range t.Chain {
		m := deliveryLine.FindStringSubmatch(thrown.Message)
		if m == nil || m[1] == "@android:requestPermissions:" {
			continue
		}
		request, err1 := strconv.ParseInt(m[2], 10, 32)
		result, err2 := strconv.ParseInt(m[3], 10, 32)
		if err1 == nil && err2 == nil {
			return Delivery{Request: request, Result: result, Data: m[4] != "null"}, true
		}
	}
	return Delivery{}, false
}

// Asks says whether a request with a code can be the one that is answered.
func (d Delivery) Asks(code int64) bool {
	const own = 0xffff // the bits of the code that are a fragment's own
	return code == d.Request || d.Request > own && code == d.Request&own
}
