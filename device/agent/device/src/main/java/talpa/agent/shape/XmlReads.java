package talpa.agent.shape;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The XML that an app takes apart: which classes do so, and the names of elements and attributes
 * that they look for. What is read out of the app's own resources is not told from what comes from
 * a server.
 */
public final class XmlReads {
  /**
   * What stands in each class that reads XML: the interfaces of SAX, of pull parsers and of DOM.
   */
  static final List<byte[]> NAMES =
      List.of(ascii("org/xml/sax/"), ascii("org/xmlpull/v1/"), ascii("org/w3c/dom/"));

  /** A name of XML that is no sentence, format or path. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_:-]{1,30}");

  private final Map<String, Set<String>> byClass = new TreeMap<>();
  private final Set<String> classes = new TreeSet<>();

  XmlReads() {}

  private static byte[] ascii(String s) {
    return s.getBytes(StandardCharsets.US_ASCII);
  }

  /** Takes in a class that has one of the NAMES. */
  void read(ClassNode c) {
    classes.add(c.name.replace('/', '.'));
    Set<String> names = byClass.computeIfAbsent(AppReads.outer(c.name), k -> new TreeSet<>());
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof LdcInsnNode l && l.cst instanceof String s && NAME.matcher(s).matches()) {
          names.add(s);
        }
      }
    }
  }

  /** The classes that read XML, by internal name, nested ones as those that they lie in. */
  public Set<String> readers() {
    return byClass.keySet();
  }

  /** Whether a class reads XML itself, by its name in Java; those in the same file do not count. */
  public boolean isReader(String cls) {
    return classes.contains(cls);
  }

  /**
   * The names that the classes of a reader's package look for: one class starts a parser, another
   * hears of the elements.
   */
  public Set<String> names(String reader) {
    Set<String> all = new TreeSet<>();
    byClass.forEach(
        (cls, names) -> {
          if (packageOf(cls).equals(packageOf(reader))) {
            all.addAll(names);
          }
        });
    return all;
  }

  /** The package of a class, both by internal name. */
  public static String packageOf(String cls) {
    return cls.substring(0, Math.max(0, cls.lastIndexOf('/')));
  }
}
