package talpa.agent.boot;

import talpa.agent.convert.AppLibraries;

/**
 * Which class of a library or of the framework comes from where, by the prefix of its name. For
 * classes of our own the module decides: see {@link DeviceCode}.
 */
final class ClassPolicy {
  /** Libraries that are never inside the sandbox: shared with the parent loader. */
  static final String[] OUTSIDE = {
    "org.bouncycastle.",
    "org.conscrypt.",
    "org.objectweb.asm",
    "org.robolectric.manifest.",
    "org.w3c.",
    "org.xml.",
  };

  /** Framework packages that Robolectric instruments. */
  static final String[] INSTRUMENTED = {
    "dalvik.",
    "libcore.",
    "android.",
    "com.android.internal.",
    "com.android.i18n.timezone.ZoneInfoDb",
    "com.google.android.gles_jni.",
    "org.ccil.cowan.tagsoup.",
    "org.kxml2.",
  };

  /** What many apps use and the first screen of a sample app does not: see {@link ClassPack}. */
  static final String[] COMMON = {
    "android.animation.",
    "android.app.",
    "android.content.",
    "android.database.",
    "android.graphics.",
    "android.os.",
    "android.preference.",
    "android.text.",
    "android.transition.",
    "android.util.",
    "android.view.",
    "android.webkit.",
    "android.widget.",
    "android.window.",
    "com.android.internal.app.",
    "com.android.internal.os.",
    "com.android.internal.policy.",
    "com.android.internal.util.",
    "com.android.internal.view.",
    "com.android.internal.widget.",
    "talpa.agent.",
  };

  /** Libraries of apps and of devices whose names look like the framework's. */
  static final String[] NOT_INSTRUMENTED = {
    "android.support.",
    "android.arch.",
    "android.R",
    "android.net.http.AndroidHttpClient",
    "com.android.internal.util.Predicate",
  };

  /** Ours and Robolectric's: from the class path only. */
  private static final String[] AGENT = {
    "talpa.",
    "org.robolectric.",
    "androidx.test.",
    "com.almworks.sqlite4java.",
    "android.webkit.RoboCookieManager",
  };

  /** Libraries of ours that apps bundle too: renamed inside the sandbox (see {@link Relocator}). */
  static final String[] SHARED_LIBRARIES = {
    "com.google.common.", "com.google.auto.", "com.ibm.icu."
  };

  /** Libraries that a device gives to apps for old API levels. */
  private static final String[] DEVICE_LIBRARIES = {
    "org.apache.http.",
    "org.apache.commons.logging.",
    "org.apache.commons.codec.",
    "android.net.http.AndroidHttpClient",
  };

  /** The library of test classes that a device gives to apps for API levels up to 29. */
  private static final String[] TEST_LIBRARY = {
    "com.android.internal.util.Predicate", "junit.framework.",
  };

  private ClassPolicy() {}

  static boolean isDeviceLibrary(String name) {
    return in(name, DEVICE_LIBRARIES) || isTestLibrary(name);
  }

  static boolean isTestLibrary(String name) {
    return in(name, TEST_LIBRARY);
  }

  static boolean mayBeInstrumented(String name) {
    return in(name, INSTRUMENTED);
  }

  static boolean isAgent(String name) {
    return in(name, AGENT);
  }

  /** Whether an app may bring its own class of that name, so that no other may be assumed. */
  static boolean isReplaceable(String name) {
    return AppLibraries.comeFirst(name) || isDeviceLibrary(name);
  }

  static boolean in(String name, String[] prefixes) {
    for (String p : prefixes) {
      if (name.startsWith(p)) {
        return true;
      }
    }
    return false;
  }
}
