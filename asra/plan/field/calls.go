package field

// TakingCalls are the methods after which a collection has fewer elements, by the documentation of java.util.
var TakingCalls = []string{
	"clear", "remove", "removeAll", "removeIf", "retainAll", "poll", "pop", "removeFirst", "removeLast",
}

// AddingCalls are the methods that put something into a collection, by the documentation of java.util and
// android.util.SparseArray.
var AddingCalls = []string{"add", "addAll", "addFirst", "addLast", "put", "append", "push", "offer"}

// EndingCalls are the methods after which an object cannot be used any more, by the documentation of AutoCloseable,
// MediaPlayer, Bitmap, ExecutorService, HandlerThread, Timer and WebView. Their class is not asked: that the object is
// in no state for a call is what the crash says.
var EndingCalls = []string{
	"close", "release", "recycle", "shutdown", "shutdownNow", "quit", "quitSafely", "cancel", "destroy", "stop",
}
