package talpa.agent.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import talpa.agent.order.OlderLists;

/** The list of this JVM, changed as on a device of an older level. */
class ListHooksTest {
  @BeforeAll
  static void install() throws Exception {
    ThreadHooks.install(name -> null, OlderLists.SINCE);
    Field f = ThreadHooks.class.getDeclaredField("instrumentation");
    f.setAccessible(true);
    byte[] list = ThreadHooks.make().get(ArrayList.class.getName());
    ((Instrumentation) f.get(null)).redefineClasses(new ClassDefinition(ArrayList.class, list));
  }

  @AfterEach
  void asNow() {
    OlderLists.show(OlderLists.SINCE);
  }

  private static String thrown(int level, Executable e) {
    OlderLists.show(level);
    IndexOutOfBoundsException x = assertThrows(IndexOutOfBoundsException.class, e);
    StackTraceElement top = x.getStackTrace()[0];
    String name = top.getClassName().startsWith("java.util.") ? top.getMethodName() : "" + top;
    return x.toString().replace("java.lang.", "") + " in " + name;
  }

  @Test
  void anIndexBehindTheEnd() {
    List<String> l = new ArrayList<>(List.of("a", "b"));
    Executable get = () -> l.get(2);
    assertEquals(
        "IndexOutOfBoundsException: Invalid index 2, size is 2 in throwIndexOutOfBoundsException",
        thrown(23, get));
    assertEquals("IndexOutOfBoundsException: Index: 2, Size: 2 in get", thrown(24, get));
    assertEquals(
        "IndexOutOfBoundsException: Index: 5, Size: 2 in set", thrown(33, () -> l.set(5, "c")));
    assertEquals(
        "IndexOutOfBoundsException: Index: 2, Size: 2 in remove", thrown(33, () -> l.remove(2)));
  }

  @Test
  void aNegativeIndexIsLeftToTheArray() {
    List<String> l = new ArrayList<>(3);
    l.add("a");
    assertEquals(
        "ArrayIndexOutOfBoundsException: length=3; index=-1 in get", thrown(19, () -> l.get(-1)));
    assertEquals(
        "ArrayIndexOutOfBoundsException: length=3; index=-1 in remove",
        thrown(33, () -> l.remove(-1)));
  }

  @Test
  void sinceAndroid14BothAreAlike() {
    List<String> l = new ArrayList<>();
    String said = thrown(34, () -> l.get(-1));
    assertTrue(
        said.startsWith("IndexOutOfBoundsException: Index -1 out of bounds for length 0"), said);
  }

  @Test
  void whatIsInsideIsAsEver() {
    List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
    assertEquals(2, l.get(1));
    assertEquals(3, l.set(2, 4));
    assertEquals(1, l.remove(0));
    assertEquals(List.of(2, 4), l);
  }
}
