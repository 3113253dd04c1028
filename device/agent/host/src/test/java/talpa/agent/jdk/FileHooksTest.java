package talpa.agent.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class FileHooksTest {
  static Stream<Class<?>> classes() {
    return FileHooks.classes().stream();
  }

  @ParameterizedTest
  @MethodSource("classes")
  void asksWhereverSomethingIsWritten(Class<?> c) throws IOException {
    ClassNode n = read(c.getName());
    FileHooks.apply(n);
    int asks = 0;
    for (MethodNode m : n.methods) {
      for (Object i : m.instructions.toArray()) {
        asks += i instanceof MethodInsnNode call && call.name.equals("check") ? 1 : 0;
      }
    }
    assertEquals(3, asks, "a byte, an array, a part of one");
  }

  @Test
  void refusesAClassThatWritesNothing() throws IOException {
    ClassNode n = read("java.io.File");
    assertThrows(IllegalStateException.class, () -> FileHooks.apply(n));
  }

  private static ClassNode read(String name) throws IOException {
    ClassNode c = new ClassNode();
    new ClassReader(name).accept(c, 0);
    return c;
  }
}
