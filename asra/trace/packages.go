package trace

import "strings"

// frameworkPrefixes are packages that the device brings, not the APK. Where a class is known
// to be in the APK, that decides, not this list: apps bundle newer copies of some.
var frameworkPrefixes = []string{
	"java.", "javax.", "jdk.", "sun.", "dalvik.", "libcore.", "android.",
	"com.android.internal.", "com.android.server.", "com.android.okhttp.", "com.android.org.",
	"com.android.i18n.", "com.android.webview.", "com.android.modules.", "com.google.android.gles_jni.",
	"org.apache.http.", "org.apache.harmony.", "org.json.", "org.xml.sax.", "org.w3c.dom.", "org.xmlpull.v1.",
	"org.kxml2.", "gov.nist.", "org.robolectric.", "talpa.agent.",
}

// libraryPrefixes are packages of libraries that many APKs bundle.
var libraryPrefixes = []string{
	"android.support.", "android.arch.", "android.databinding.", "androidx.", "com.google.android.material.",
	"com.google.android.gms.", "com.google.firebase.", "com.google.common.", "com.google.gson.", "com.google.protobuf.",
	"kotlin.", "kotlinx.", "rx.", "io.reactivex.", "okhttp3.", "okio.", "retrofit2.", "com.squareup.",
	"com.bumptech.glide.", "butterknife.", "org.greenrobot.", "dagger.", "org.acra.", "_COROUTINE.",
}

// IsFramework says that class belongs to the Android framework or the Java
// library of a device, judged by its package. Code that an APK bundles under
// android.support and its like is not framework.
func IsFramework(class string) bool {
	return hasPrefix(class, frameworkPrefixes) && !IsLibrary(class)
}

// IsLibrary says that class belongs to a library that many APKs bundle, judged
// by its package. The list is a heuristic: it is used to prefer an app's own
// code, never to ignore a frame that is the only one.
func IsLibrary(class string) bool { return hasPrefix(class, libraryPrefixes) }

// ownCode is the guess at "written for this app" where no APK is at hand.
func ownCode(class string) bool { return !IsFramework(class) && !IsLibrary(class) }

// hasPrefix says whether s begins with one of the prefixes.
func hasPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
