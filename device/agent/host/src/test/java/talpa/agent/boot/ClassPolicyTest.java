package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassPolicyTest {
  /** Instrumented, the agent's, of the device's old libraries, may be the app's own. */
  @ParameterizedTest
  @CsvSource({
    "android.app.Activity,             true,  false, false, false",
    "com.android.internal.R$id,        true,  false, false, false",
    "libcore.io.IoUtils,               true,  false, false, false",
    "com.android.settings.Main,        false, false, false, false",
    "talpa.agent.boot.Host,            false, true,  false, false",
    "org.robolectric.shadows.X,        false, true,  false, false",
    "android.webkit.RoboCookieManager, true,  true,  false, false",
    "android.support.v4.app.Fragment,  true,  false, false, true",
    "androidx.core.app.X,              false, false, false, true",
    "androidx.test.core.X,             false, true,  false, true",
    "kotlin.Unit,                      false, false, false, true",
    "org.apache.http.HttpHost,         false, false, true,  true",
    "org.apache.http2.X,               false, false, false, false",
    "android.net.http.AndroidHttpClient, true, false, true,  true",
    "junit.framework.TestCase,         false, false, true,  true",
    "com.android.internal.util.Predicate, true, false, true, true",
    "org.w3c.dom.Node,                 false, false, false, false",
    "talpanet.X,                       false, false, false, false",
  })
  void eachNameHasItsPlace(
      String name, boolean instrumented, boolean agent, boolean library, boolean replaceable) {
    assertEquals(instrumented, ClassPolicy.mayBeInstrumented(name), "may be instrumented");
    assertEquals(agent, ClassPolicy.isAgent(name), "the agent's");
    assertEquals(library, ClassPolicy.isDeviceLibrary(name), "a library of devices");
    assertEquals(replaceable, ClassPolicy.isReplaceable(name), "the app may have its own");
  }

  @Test
  void testsAreALibraryOfTheDevicesToo() {
    assertTrue(ClassPolicy.isTestLibrary("junit.framework.Assert"));
    assertFalse(ClassPolicy.isTestLibrary("org.junit.Assert"), "apps bring that themselves");
    assertFalse(ClassPolicy.isTestLibrary("org.apache.http.HttpHost"));
  }

  /** "org.apache" would also take in org.apache2, and "com.android.internal.util" a class. */
  @Test
  void prefixesEndWhereNamesDo() {
    List<String> open = new ArrayList<>();
    for (String[] list :
        new String[][] {
          ClassPolicy.OUTSIDE, ClassPolicy.COMMON, ClassPolicy.SHARED_LIBRARIES,
        }) {
      for (String p : list) {
        if (!p.endsWith(".") && !p.equals("org.objectweb.asm")) {
          open.add(p);
        }
      }
    }
    assertEquals(List.of(), open);
  }

  /** A library that is renamed inside must not come from outside as well. */
  @Test
  void whatIsRenamedIsNotShared() {
    for (String p : ClassPolicy.SHARED_LIBRARIES) {
      assertFalse(ClassPolicy.in(p, ClassPolicy.OUTSIDE), p);
      assertFalse(ClassPolicy.in(p, ClassPolicy.INSTRUMENTED), p);
    }
    assertFalse(ClassPolicy.isAgent("talp.agent.X"));
    assertTrue(ClassPolicy.isAgent(Relocator.PREFIX + "com.google.common.X"));
  }
}
