package talpa.agent.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import talpa.agent.order.Identity;
import talpa.agent.order.OlderLists;

class HashHooksTest {
  /** Without a hashCode of its own. */
  static class Thing {}

  enum Kind {
    ONE,
    TWO
  }

  @BeforeAll
  static void install() throws ReflectiveOperationException, IOException {
    ThreadHooks.install(name -> null, OlderLists.SINCE);
    line("add", Thread.class).invoke(null, Thread.currentThread());
  }

  @AfterAll
  static void forget() throws ReflectiveOperationException {
    line("remove").invoke(null);
  }

  private static Method line(String name, Class<?>... types) throws ReflectiveOperationException {
    Method m = Class.forName("talpa.agent.order.RunQueue").getDeclaredMethod(name, types);
    m.setAccessible(true);
    return m;
  }

  @Test
  void countsObjectsOfAClass() {
    List<Integer> first = codesAfterReset();
    assertEquals(first, codesAfterReset());
    assertEquals(first.size(), new HashSet<>(first).size());
  }

  /** The hash codes of new objects of a class, with others drawn between them. */
  private static List<Integer> codesAfterReset() {
    Identity.reset();
    Set<Object> all = new HashSet<>();
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Thing t = new Thing();
      all.add(t);
      all.add(new Object());
      codes.add(System.identityHashCode(t));
      assertEquals(t.hashCode(), System.identityHashCode(t));
    }
    assertEquals(200, all.size());
    return codes;
  }

  @Test
  void namesClasses() throws ReflectiveOperationException {
    Class<?> a = new Copies().loadClass(Kind.class.getName());
    Class<?> b = new Copies().loadClass(Kind.class.getName());
    assertNotSame(a, b);
    assertEquals(2, new HashSet<>(List.of(a, b)).size());
    assertEquals(System.identityHashCode(a), System.identityHashCode(b));
  }

  @Test
  void namesConstants() throws ReflectiveOperationException {
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Identity.reset();
      for (Object o : new Copies().loadClass(Kind.class.getName()).getEnumConstants()) {
        codes.add(o.hashCode());
      }
    }
    assertEquals(codes.subList(0, 2), codes.subList(2, 4));
    assertNotEquals(codes.get(0), codes.get(1));
  }

  @Test
  void nullIsNobody() {
    Object none = null;
    Identity.mark(none);
    assertEquals(0, System.identityHashCode(none));
    assertThrows(NullPointerException.class, () -> none.hashCode());
  }

  /** Defines this test's classes anew. */
  private static final class Copies extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(HashHooksTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in =
          HashHooksTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
        byte[] b = in.readAllBytes();
        return defineClass(name, b, 0, b.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
