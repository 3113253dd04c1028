package trace

import "strconv"

// ActivityResult is what Android was handing to an onActivityResult when the app crashed: its wrapper around the
// exception prints it ("Failure delivering result ResultInfo{who=null, request=15, result=0, data=null}"), in the
// form of android.app.ResultInfo.toString, which Android 1.5 to 15 have alike.
type ActivityResult struct {
	// Request is the code that the app asked with. A fragment of the support library has its own in the low 16 bits.
	Request int64
	// Result is the code of the answer: 0 for a cancel, -1 for a yes, others are the answering activity's own.
	Result int64
	Data   bool // an intent came with it
}

// Answers to questions for a permission are delivered the same way; they are no activity's result.
var resultInfo = lazily(`Failure delivering result ResultInfo\{who=([^,]*), request=(-?\d+), result=(-?\d+), ` +
	`data=(null|Intent)`).when(holds("Failure delivering result"))

// ActivityResult is the one that was being handed over; ok is false if the trace tells of none.
func (t Trace) ActivityResult() (r ActivityResult, ok bool) {
	for _, thrown := range t.Chain {
		m := resultInfo.FindStringSubmatch(thrown.Message)
		if m == nil || m[1] == "@android:requestPermissions:" {
			continue
		}
		request, err1 := strconv.ParseInt(m[2], 10, 32)
		result, err2 := strconv.ParseInt(m[3], 10, 32)
		if err1 == nil && err2 == nil {
			return ActivityResult{Request: request, Result: result, Data: m[4] != "null"}, true
		}
	}
	return ActivityResult{}, false
}

// Answers says whether it can be the answer to a request with a code.
func (r ActivityResult) Answers(code int64) bool {
	const own = 0xffff // the bits of the code that are a fragment's own
	return code == r.Request || r.Request > own && code == r.Request&own
}
