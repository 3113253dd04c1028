package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.view.View;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** Which classes and files an app finds by its class loader, and which it does not. */
class BootTest extends FieldTest {
  private static final ClassLoader OWN = BootTest.class.getClassLoader();
  private static final String NAME = BootTest.class.getName();

  /** Notes that it was initialized. */
  static final class Noted {
    static {
      say("initialized");
    }

    private Noted() {}
  }

  private static boolean finds(ClassLoader l, String name) {
    try {
      return Class.forName(name, false, l) != null;
    } catch (ClassNotFoundException e) {
      assertTrue(e.getMessage().contains(name), e.getMessage());
      return false;
    }
  }

  @Test
  void theAppsLoaderIsTheOneOfItsContextAndThreads() {
    assertSame(OWN, app().getClassLoader());
    assertSame(OWN, getClass().getClassLoader());
    main(() -> assertSame(OWN, Thread.currentThread().getContextClassLoader()));
    assertSame(View.class.getClassLoader(), OWN.getParent());
    assertNotSame(OWN, View.class.getClassLoader());
  }

  @Test
  void aNameMeansTheSameClassEachTime() throws ClassNotFoundException {
    assertSame(BootTest.class, OWN.loadClass(NAME));
    assertSame(Activity.class, OWN.loadClass("android.app.Activity"));
    assertSame(String.class, OWN.loadClass("java.lang.String"));
    assertSame(View[].class, Class.forName("[Landroid.view.View;", false, OWN));
  }

  @Test
  void aClassThatIsLoadedIsNotInitialized() throws ReflectiveOperationException {
    Class<?> c = Class.forName(NAME + "$Noted", false, OWN);
    assertSaid("");
    c.getDeclaredConstructors();
    assertSaid("");
    Class.forName(NAME + "$Noted", true, OWN);
    assertSaid("initialized");
    Class.forName(NAME + "$Noted", true, OWN);
    assertSaid("");
  }

  /** The agent's own: an app that looks for them, to use them, goes other ways than on a phone. */
  @Test
  void librariesOfTheAgentAreNotThereForApps() {
    for (String name :
        List.of(
            "com.google.common.collect.ImmutableList",
            "com.google.auto.value.AutoValue",
            "com.ibm.icu.text.Collator",
            "android.support.v4.app.Fragment",
            "androidx.core.app.ActivityCompat",
            "kotlin.Unit",
            "com.android.vending.X")) {
      assertFalse(finds(OWN, name), name);
    }
  }

  @Test
  void whatIsMissingIsNamedInTheError() {
    assertThrows(ClassNotFoundException.class, () -> OWN.loadClass("android.app.Nothing"));
    assertThrows(ClassNotFoundException.class, () -> OWN.loadClass("java.util.Nothing"));
    assertThrows(ClassNotFoundException.class, () -> OWN.loadClass("nothing"));
    assertThrows(ClassNotFoundException.class, () -> OWN.loadClass(""));
    assertNull(OWN.getResource("nothing"));
    assertNull(OWN.getResourceAsStream("nothing"));
    assertNull(OWN.getResourceAsStream("no/Thing.class"));
  }

  // ---- libraries that a phone has for old apps ----

  @Test
  void testClassesAreThereUpToAndroid10Only() {
    assertFalse(finds(OWN, "junit.framework.TestCase"));
    assertFalse(finds(OWN, "com.android.internal.util.Predicate"));
  }

  @Test
  @Aimed(29)
  void testClassesAreThereForOldApps() throws ClassNotFoundException {
    Class<?> c = OWN.loadClass("junit.framework.TestCase");
    assertNotSame(OWN, c.getClassLoader(), "the device's");
    assertTrue(finds(OWN, "com.android.internal.util.Predicate"));
  }

  // ---- files ----

  @Test
  void filesOfTheApkAreResources() throws IOException {
    URL u = OWN.getResource("AndroidManifest.xml");
    assertEquals("jar", u.getProtocol());
    assertTrue(u.getPath().endsWith(".apk!/AndroidManifest.xml"), u.toString());
    try (InputStream in = u.openStream();
        InputStream same = OWN.getResourceAsStream("AndroidManifest.xml")) {
      byte[] b = in.readAllBytes();
      assertEquals(ByteBuffer.wrap(b), ByteBuffer.wrap(same.readAllBytes()));
      assertEquals(3, b[0], "the compiled one");
    }
    List<URL> all = Collections.list(OWN.getResources("AndroidManifest.xml"));
    assertEquals(u, all.get(0), "the app's comes first");
    assertNotNull(getClass().getResourceAsStream("/resources.arsc"));
  }

  @Test
  void aClassFileIsThatOfTheClass() throws IOException {
    for (String name : List.of("dev/talpa/field/BootTest", "android/app/Activity")) {
      try (InputStream in = OWN.getResourceAsStream(name + ".class")) {
        assertEquals(name, new ClassReader(in).getClassName());
      }
    }
  }
}
