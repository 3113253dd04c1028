package talpa.agent.jdk;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

class LimitHooksTest {
  static Stream<Class<?>> classes() throws ClassNotFoundException {
    return LimitHooks.classes().stream();
  }

  @ParameterizedTest
  @MethodSource("classes")
  void changesEachOfItsClasses(Class<?> c) throws IOException {
    assertTrue(LimitHooks.apply(read(c.getName())), "it asks for no time: take it off the list");
  }

  @Test
  void saysThatNothingIsToBeChanged() throws IOException {
    assertFalse(LimitHooks.apply(read("java.util.ArrayList")));
  }

  private static ClassNode read(String name) throws IOException {
    ClassNode c = new ClassNode();
    new ClassReader(name).accept(c, 0);
    return c;
  }
}
