package talpa.agent.shape;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
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

  /** The methods of SAX, of pull parsers and of DOM that give an attribute by its name. */
  private static final Set<String> ATTRIBUTE =
      Set.of("getAttributeValue", "getValue", "getAttribute", "getAttributeNS", "getNamedItem");

  /** The classes whose methods read numbers out of texts. */
  private static final Set<String> NUMBER =
      Set.of("java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double");

  /**
   * Names that a reader looks for.
   *
   * @param all of elements and of attributes, and what else stands in the code like one
   * @param attributes those of attributes
   * @param numbers the attributes that are read as numbers
   */
  public record Names(Set<String> all, Set<String> attributes, Set<String> numbers) {
    Names() {
      this(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    private void add(Names n) {
      all.addAll(n.all);
      attributes.addAll(n.attributes);
      numbers.addAll(n.numbers);
    }
  }

  private final Map<String, Names> byClass = new TreeMap<>();
  private final Set<String> classes = new TreeSet<>();

  /** Methods of the app that give an attribute by its name, and whether as a number. */
  private final Map<String, Boolean> getters = new TreeMap<>();

  private final List<ClassNode> nodes = new ArrayList<>();

  XmlReads() {}

  private static byte[] ascii(String s) {
    return s.getBytes(StandardCharsets.US_ASCII);
  }

  /** Takes in a class that has one of the NAMES. */
  void read(ClassNode c) {
    classes.add(c.name.replace('/', '.'));
    Names names = byClass.computeIfAbsent(AppReads.outer(c.name), k -> new Names());
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof LdcInsnNode l && isName(l)) {
          names.all.add((String) l.cst);
        }
      }
      if (givesAttribute(m)) {
        getters.put(m.name + m.desc, isNumber(Type.getReturnType(m.desc)));
      }
    }
    nodes.add(c);
  }

  private static boolean isName(LdcInsnNode l) {
    return l.cst instanceof String s && NAME.matcher(s).matches();
  }

  /** Whether a method hands its text to one that gives an attribute. */
  private static boolean givesAttribute(MethodNode m) {
    if (!m.desc.startsWith("(Ljava/lang/String;)")) {
      return false;
    }
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode call && ATTRIBUTE.contains(call.name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumber(Type t) {
    return t.getSort() >= Type.CHAR && t.getSort() <= Type.DOUBLE
        || t.getSort() == Type.OBJECT && NUMBER.contains(t.getInternalName());
  }

  /** Finds the names of attributes, those that a call is given, once all classes are read. */
  void findAttributes() {
    for (ClassNode c : nodes) {
      Names names = byClass.get(AppReads.outer(c.name));
      for (MethodNode m : c.methods) {
        for (AbstractInsnNode i : m.instructions) {
          if (i instanceof LdcInsnNode l && isName(l)) {
            attribute(names, (String) l.cst, next(l));
          }
        }
      }
    }
    nodes.clear();
  }

  private void attribute(Names names, String name, AbstractInsnNode next) {
    if (!(next instanceof MethodInsnNode call)) {
      return;
    }
    Boolean number = getters.get(call.name + call.desc);
    if (number == null && !ATTRIBUTE.contains(call.name)) {
      return;
    }
    names.attributes.add(name);
    boolean parsed = next(call) instanceof MethodInsnNode p && NUMBER.contains(p.owner);
    if (parsed || Boolean.TRUE.equals(number)) {
      names.numbers.add(name);
    }
  }

  /** The next instruction, past labels and lines. */
  private static AbstractInsnNode next(AbstractInsnNode i) {
    AbstractInsnNode n = i.getNext();
    while (n != null && n.getOpcode() < 0) {
      n = n.getNext();
    }
    return n;
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
  public Names names(String reader) {
    Names all = new Names();
    byClass.forEach(
        (cls, names) -> {
          if (packageOf(cls).equals(packageOf(reader))) {
            all.add(names);
          }
        });
    return all;
  }

  /** The package of a class, both by internal name. */
  public static String packageOf(String cls) {
    return cls.substring(0, Math.max(0, cls.lastIndexOf('/')));
  }
}
