package talpa.agent.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Every patch, on the class that it is for. */
class PatchesTest {
  private static final String ROBOLECTRIC = "org.robolectric.shadows.ShadowInstrumentation";

  static Stream<String> classes() {
    return new Patches().classes().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("classes")
  void changesItsClassAndCallsWhatIsThere(String name) throws IOException {
    byte[] b = bytes(name);
    assertNotNull(b, "neither the framework nor Robolectric has the class");
    ClassNode patched = new ClassNode();
    new ClassReader(new Patches().apply(name, b)).accept(patched, 0);
    assertEquals(List.of(), missing(patched));
  }

  static byte[] bytes(String name) throws IOException {
    byte[] b = Classes.framework(name);
    return b != null ? b : Classes.bytes(name);
  }

  /** The methods of ours that a class calls and nobody has. */
  private static List<String> missing(ClassNode c) throws IOException {
    List<String> out = new ArrayList<>();
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call && call.owner.startsWith("talpa/agent/")) {
          ClassNode hook = loaded(call.owner.replace('/', '.'));
          if (hook == null
              || hook.methods.stream()
                  .noneMatch(h -> h.name.equals(call.name) && h.desc.equals(call.desc))) {
            out.add(call.owner + "." + call.name + call.desc);
          }
        }
      }
    }
    return out;
  }

  /** A class of ours as the sandbox loads it; null if there is none. */
  private static ClassNode loaded(String name) throws IOException {
    byte[] b = Classes.bytes(name);
    if (b == null) {
      return null;
    }
    ClassNode c = new ClassNode();
    new ClassReader(new Patches().apply(name, b)).accept(c, ClassReader.SKIP_CODE);
    return c;
  }

  @Test
  void oneThatMatchesNothingFails() throws IOException {
    Map<String, Consumer<ClassNode>> planted =
        Map.of(ROBOLECTRIC, c -> c.methods.removeIf(m -> m.name.equals("thatOfAnotherVersion")));
    byte[] b = bytes(ROBOLECTRIC);
    String message =
        assertThrows(IllegalStateException.class, () -> new Patches(planted).apply(ROBOLECTRIC, b))
            .getMessage();
    assertTrue(message.contains("ShadowInstrumentation"), message);
  }

  @Test
  void oneThatCallsWhatIsNotThereIsFound() throws IOException {
    ClassNode c = new ClassNode();
    MethodNode m = new MethodNode();
    m.visitMethodInsn(184, "talpa/agent/clock/Clock", "wallMillis", "()J", false);
    m.visitMethodInsn(184, "talpa/agent/clock/Clock", "wallMillis", "()I", false);
    m.visitMethodInsn(184, "talpa/agent/clock/Gone", "wallMillis", "()J", false);
    c.methods.add(m);
    assertEquals(
        List.of("talpa/agent/clock/Clock.wallMillis()I", "talpa/agent/clock/Gone.wallMillis()J"),
        missing(c));
  }

  @Test
  void aClassWithoutPatchStays() {
    byte[] b = {1};
    assertEquals(b, new Patches().apply("app.Main", b));
  }
}
