package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

class RelocatorTest {
  private static final String LIST = "com/google/common/collect/ImmutableList";

  /** A class with the library in its fields, signatures, code and constants. */
  static class User {
    ImmutableList<String> all = ImmutableList.of("com.google.common");
    Class<?> type = ImmutableList[].class;

    ImmutableList<ImmutableList<Integer>> nested(Object o) {
      return o instanceof ImmutableList<?> l && l.isEmpty() ? ImmutableList.of() : null;
    }
  }

  private static byte[] bytes(Class<?> c) throws IOException {
    try (InputStream in = c.getResourceAsStream("/" + c.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "com/google/common/base/Strings, talpa/lib/com/google/common/base/Strings",
    "com/google/auto/X,              talpa/lib/com/google/auto/X",
    "com/ibm/icu/text/X,             talpa/lib/com/ibm/icu/text/X",
    "com/google/commons/X,           com/google/commons/X",
    "com/google/gson/Gson,           com/google/gson/Gson",
    "my/com/google/common/X,         my/com/google/common/X",
    "talpa/lib/com/google/common/X,  talpa/lib/com/google/common/X",
    "android/app/Activity,           android/app/Activity",
  })
  void librariesThatAppsBringTooAreRenamed(String name, String renamed) {
    assertEquals(renamed, new Relocator().map(name));
  }

  @Test
  void noPartOfAClassKeepsTheOldName() throws IOException {
    byte[] moved = new Relocator().apply(bytes(User.class));
    String all = new String(moved, StandardCharsets.ISO_8859_1);
    assertTrue(all.contains("talpa/lib/" + LIST));
    assertFalse(all.replace("talpa/lib/" + LIST, "").contains(LIST), "a name was left");
    assertTrue(all.contains("com.google.common"), "a text of the program is no name of a class");
  }

  @Test
  void fieldsAndSignaturesAgree() throws IOException {
    ClassNode c = new ClassNode();
    new ClassReader(new Relocator().apply(bytes(User.class))).accept(c, 0);
    assertEquals(Type.getInternalName(User.class), c.name);
    assertEquals("Ltalpa/lib/" + LIST + ";", c.fields.get(0).desc);
    assertEquals("Ltalpa/lib/" + LIST + "<Ljava/lang/String;>;", c.fields.get(0).signature);
    String nested = c.methods.stream().filter(m -> m.name.equals("nested")).findFirst().get().desc;
    assertEquals("(Ljava/lang/Object;)Ltalpa/lib/" + LIST + ";", nested);
  }

  @Test
  void twiceIsAsOnce() throws IOException {
    byte[] once = new Relocator().apply(bytes(User.class));
    assertEquals(
        new String(once, StandardCharsets.ISO_8859_1),
        new String(new Relocator().apply(once), StandardCharsets.ISO_8859_1));
  }
}
