package talpa.agent.shape;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The addresses that stand in code beside a call of what reads answers: a screen asks, and a helper
 * takes apart what came. Libraries wait for answers on threads of their own, where no class of the
 * app is on the stack. Code counts as beside in the same outermost class, and in the package of the
 * reader by its first two names.
 */
final class Askers {
  private static final int PACKAGE = 2;

  private final Map<String, Set<String>> addresses = new TreeMap<>();

  /**
   * Takes classes into account, by their internal names.
   *
   * @param readers methods, each by internal name of its class, a dot, and its name
   * @param constants gives the texts of a class that may be parts of an address
   */
  void read(
      Map<String, byte[]> classes,
      Set<String> readers,
      Function<ClassNode, Set<String>> constants) {
    Map<String, byte[]> names = new TreeMap<>();
    Set<String> packages = new TreeSet<>();
    for (String reader : readers) {
      String cls = reader.substring(0, reader.indexOf('.'));
      if (!packageOf(cls).isEmpty()) {
        names.put(cls, cls.getBytes(StandardCharsets.UTF_8));
        packages.add(packageOf(cls));
      }
    }
    Map<String, Set<String>> called = new TreeMap<>();
    classes.forEach(
        (name, b) -> {
          if (packages.contains(packageOf(name))
              && names.values().stream().anyMatch(n -> AppReads.contains(b, n))) {
            Set<String> found = calls(node(b), readers);
            if (!found.isEmpty()) {
              called
                  .computeIfAbsent(AppReads.outer(name), k -> new LinkedHashSet<>())
                  .addAll(found);
            }
          }
        });
    classes.forEach(
        (name, b) -> {
          Set<String> found = called.get(AppReads.outer(name));
          if (found != null) {
            Set<String> texts = constants.apply(node(b));
            found.forEach(r -> addresses.computeIfAbsent(r, k -> new TreeSet<>()).addAll(texts));
          }
        });
  }

  private static Set<String> calls(ClassNode c, Set<String> readers) {
    Set<String> found = new LinkedHashSet<>();
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call && readers.contains(call.owner + "." + call.name)) {
          found.add(call.owner + "." + call.name);
        }
      }
    }
    return found;
  }

  private static ClassNode node(byte[] b) {
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return c;
  }

  /** The first names of a class's package; "" if it has fewer. */
  private static String packageOf(String cls) {
    int end = -1;
    for (int i = 0; i < PACKAGE; i++) {
      end = cls.indexOf('/', end + 1);
      if (end < 0) {
        return "";
      }
    }
    return cls.substring(0, end);
  }

  /** Texts beside calls of a reader. */
  Set<String> addresses(String reader) {
    return addresses.getOrDefault(reader, Set.of());
  }
}
