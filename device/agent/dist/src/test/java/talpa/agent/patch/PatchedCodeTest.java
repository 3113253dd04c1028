package talpa.agent.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * The code that patches leave behind: the agent's JVM does not verify it, so a slip would end the
 * JVM. And what patches say of classes of another version.
 */
class PatchedCodeTest {
  static Stream<String> classes() {
    return PatchesTest.classes();
  }

  private static ClassNode read(byte[] b) {
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    return c;
  }

  private static byte[] write(ClassNode c) {
    ClassWriter w = new ClassWriter(0);
    c.accept(w);
    return w.toByteArray();
  }

  /** What the verifier says of the methods of a class. */
  private static List<String> faults(ClassNode c) {
    List<String> all = new ArrayList<>();
    for (MethodNode m : c.methods) {
      try {
        new Analyzer<>(new BasicVerifier()).analyzeAndComputeMaxs(c.name, m);
      } catch (AnalyzerException e) {
        all.add(m.name + m.desc + ": " + e.getMessage());
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("classes")
  void patchedCodeVerifies(String name) throws IOException {
    byte[] b = PatchesTest.bytes(name);
    assertEquals(List.of(), faults(read(new Patches().apply(name, b))));
  }

  @Test
  void aSlipOfTheStackIsFound() {
    ClassNode c = new ClassNode();
    c.name = "a/Slip";
    MethodNode m = new MethodNode(Opcodes.ACC_STATIC, "slip", "()I", null, null);
    m.instructions.add(new InsnNode(Opcodes.POP));
    m.instructions.add(new InsnNode(Opcodes.ICONST_0));
    m.instructions.add(new InsnNode(Opcodes.IRETURN));
    c.methods.add(m);
    assertEquals(1, faults(c).size(), faults(c).toString());
  }

  /** Methods by name and type, with their code as text. */
  private static Map<String, String> code(ClassNode c) {
    Map<String, String> all = new HashMap<>();
    for (MethodNode m : c.methods) {
      Textifier text = new Textifier();
      m.accept(new TraceMethodVisitor(text));
      all.put(m.name + m.desc, String.join("", text.text.stream().map(String::valueOf).toList()));
    }
    return all;
  }

  /** The methods that the patch of a class changes or removes, or that those call which it adds. */
  private static List<String> changed(String name, byte[] b) {
    Map<String, String> before = code(read(b));
    ClassNode patched = read(new Patches().apply(name, b));
    Map<String, String> after = code(patched);
    Set<String> called = new HashSet<>();
    for (MethodNode m : patched.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (!before.containsKey(m.name + m.desc)
            && i instanceof MethodInsnNode call
            && call.owner.equals(patched.name)) {
          called.add(call.name + call.desc);
        }
      }
    }
    return before.keySet().stream()
        .filter(m -> called.contains(m) || !Objects.equals(before.get(m), after.get(m)))
        .sorted()
        .toList();
  }

  /** A class of a version that has none of the methods is refused, in words that name it. */
  @ParameterizedTest
  @MethodSource("classes")
  void aClassWithoutItsMethodsIsRefused(String name) throws IOException {
    byte[] b = PatchesTest.bytes(name);
    List<String> changed = changed(name, b);
    ClassNode c = read(b);
    c.methods.removeIf(m -> changed.contains(m.name + m.desc));
    byte[] other = write(c);
    String message =
        assertThrows(IllegalStateException.class, () -> new Patches().apply(name, other), name)
            .getMessage();
    assertTrue(message.startsWith("patching " + name.replace('.', '/') + ": "), message);
  }
}
