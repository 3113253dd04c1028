package talpa.agent.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import talpa.agent.weave.ClassEdit;

/** What the JDK's classes look like with their hooks: the JVM takes them, and they tell in time. */
class ThreadHooksTest {
  private static final String ORDER = "talpa/agent/order/";

  private static Map<String, byte[]> made;

  @BeforeAll
  static void make() throws ReflectiveOperationException, IOException {
    made = ThreadHooks.make();
  }

  private static ClassNode node(byte[] b) {
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    return c;
  }

  private static MethodNode method(Class<?> c, String name) {
    return ClassEdit.method(node(made.get(c.getName())), name);
  }

  /** The names of the methods that a method calls, in order. */
  private static List<String> calls(MethodNode m) {
    List<String> names = new ArrayList<>();
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode call) {
        names.add((call.owner.startsWith(ORDER) ? "order." : "") + call.name);
      }
    }
    return names;
  }

  @Test
  void theStacksOfAllMethodsAreRight() {
    List<String> wrong = new ArrayList<>();
    made.forEach(
        (name, b) -> {
          for (MethodNode m : node(b).methods) {
            try {
              new Analyzer<>(new BasicVerifier()).analyze(name.replace('.', '/'), m);
            } catch (AnalyzerException e) {
              wrong.add(name + "." + m.name + m.desc + ": " + e.getMessage());
            }
          }
        });
    assertEquals(List.of(), wrong);
  }

  @Test
  void allThatIsCalledIsThereForTheJdk() throws IOException {
    Set<String> missing = new TreeSet<>();
    int called = 0;
    for (byte[] b : made.values()) {
      for (MethodNode m : node(b).methods) {
        for (AbstractInsnNode i : m.instructions) {
          if (i instanceof MethodInsnNode call && call.owner.startsWith(ORDER)) {
            called++;
            if (call.getOpcode() != Opcodes.INVOKESTATIC || !isPublic(call)) {
              missing.add(call.owner + "." + call.name + call.desc);
            }
          }
        }
      }
    }
    assertEquals(Set.of(), missing);
    assertTrue(called > 50, called + " calls");
  }

  /** Whether a static method can be called by classes of other packages. */
  private static boolean isPublic(MethodInsnNode call) throws IOException {
    ClassNode c = new ClassNode();
    new ClassReader(call.owner).accept(c, ClassReader.SKIP_CODE);
    return Modifier.isPublic(c.access)
        && c.methods.stream()
            .anyMatch(
                m ->
                    m.name.equals(call.name)
                        && m.desc.equals(call.desc)
                        && Modifier.isPublic(m.access)
                        && Modifier.isStatic(m.access));
  }

  /** One that is not: a NoClassDefFoundError in a thread of the JDK's, which nobody prints. */
  @Test
  void allClassesThatTheHooksNeedAreInTheBootLoader() throws Exception {
    Field list = ThreadHooks.class.getDeclaredField("CLASSES");
    list.setAccessible(true);
    Set<String> defined = new TreeSet<>();
    for (String name : (String[]) list.get(null)) {
      defined.add(ORDER + name);
    }
    Set<String> needed = new TreeSet<>();
    for (String name : defined) {
      new ClassReader(name)
          .accept(
              new ClassRemapper(
                  new ClassWriter(0),
                  new Remapper(Opcodes.ASM9) {
                    @Override
                    public String map(String type) {
                      if (type.startsWith("talpa/")) {
                        needed.add(type);
                      }
                      return type;
                    }
                  }),
              0);
    }
    assertEquals(defined, needed);
  }

  @Test
  void aThreadIsToldOfBeforeItRuns() {
    List<String> calls = calls(method(Thread.class, "start"));
    assertTrue(calls.indexOf("order.start") >= 0, calls.toString());
    assertEquals(calls.indexOf("start0"), calls.indexOf("order.start") + 1, calls.toString());
  }

  @Test
  void theEndOfAThreadAndWhatNobodyCaughtAreToldFirst() {
    assertEquals("order.exit", calls(method(Thread.class, "exit")).get(0));
    assertEquals("order.interrupt", calls(method(Thread.class, "interrupt")).get(0));
    assertEquals("order.uncaught", calls(method(Thread.class, "dispatchUncaughtException")).get(0));
    assertEquals("order.begin", calls(method(Thread.class, "run")).get(0));
  }

  @Test
  void everyParkIsBetweenBeforeAndAfter() {
    ClassNode c = node(made.get("java.util.concurrent.locks.LockSupport"));
    List<String> parking = new ArrayList<>();
    for (MethodNode m : c.methods) {
      List<String> calls = calls(m);
      int park = calls.lastIndexOf("park");
      if (park > 0 && !m.name.equals("setCurrentBlocker") && isNative(m)) {
        parking.add(m.name);
        assertEquals("order.afterPark", calls.get(park + 1), m.name);
        String before = m.name.equals("parkUntil") ? "beforeParkUntil" : "beforePark";
        assertEquals("order." + before, calls.get(park - 1), m.name);
        boolean nanos = m.name.equals("parkNanos");
        assertEquals(nanos, calls.get(0).equals("order.beforeParkNanos"), m.name);
      }
    }
    assertEquals(Set.of("park", "parkNanos", "parkUntil"), Set.copyOf(parking));
    assertEquals(6, parking.size(), "with and without a blocker");
    assertEquals("order.unpark", calls(ClassEdit.method(c, "unpark")).get(0));
  }

  /** Whether a method parks by the JVM itself, and not by another method of the class. */
  private static boolean isNative(MethodNode m) {
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode call && call.name.equals("park")) {
        return call.owner.endsWith("/Unsafe");
      }
    }
    return false;
  }

  @Test
  void noClassOfTheJdkWaitsOnAMonitorByItself() {
    Set<String> left = new TreeSet<>();
    made.forEach(
        (name, b) -> {
          for (MethodNode m : node(b).methods) {
            for (AbstractInsnNode i : m.instructions) {
              if (i instanceof MethodInsnNode call
                  && call.getOpcode() == Opcodes.INVOKEVIRTUAL
                  && (call.name.equals("notify") || call.name.equals("notifyAll"))) {
                left.add(name + "." + m.name);
              }
            }
          }
        });
    assertEquals(Set.of(), left);
  }
}
