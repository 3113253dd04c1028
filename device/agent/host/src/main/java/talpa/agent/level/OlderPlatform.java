package talpa.agent.level;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Which classes and members of the framework an older API level lacks. */
public final class OlderPlatform {
  private final int level;
  private final SinceTable table;
  private final Function<String, byte[]> classFiles;
  private final Map<String, ClassHeader> headers = new HashMap<>();
  private final Map<String, Set<String>> left = new HashMap<>();

  /**
   * The platform of a level.
   *
   * @param classFiles gives the class files of the framework and the JDK by internal name, null for
   *     others
   */
  public OlderPlatform(int level, Function<String, byte[]> classFiles) {
    this(level, SinceTable.read(level), classFiles);
  }

  OlderPlatform(int level, SinceTable table, Function<String, byte[]> classFiles) {
    this.level = level;
    this.table = table;
    this.classFiles = classFiles;
  }

  int level() {
    return level;
  }

  /** Whether the level lacks a class of that internal name. */
  public boolean lacks(String cls) {
    return table.isLate(cls);
  }

  /** Whether the level lacks a member of that name and type somewhere. */
  boolean mentions(String member) {
    return table.mentions(member);
  }

  /** Whether a class of the framework, as it is on the level, lacks a member that it has now. */
  public boolean lacks(String cls, String member) {
    return table.mentions(member) && Boolean.TRUE.equals(find(cls, member));
  }

  /** Whether a class of the framework lacks a member for reflection, which finds private ones. */
  boolean lacksDeclared(String cls, String member) {
    return lacks(cls, member) && !table.isClosed(cls, member);
  }

  /**
   * Whether an override of a member of that class or interface of the framework is one on the
   * level; null if there is no such member.
   */
  Boolean isOverride(String cls, String member) {
    Boolean late = table.mentions(member) ? find(cls, member) : null;
    return late == null ? null : !late;
  }

  /**
   * The methods that a class or interface of the framework leaves to others and that came after the
   * level: the framework here calls them, that of the level did not.
   */
  synchronized Set<String> leavesLate(String cls) {
    Set<String> known = left.get(cls);
    if (known != null) {
      return known;
    }
    Set<String> found = new TreeSet<>();
    ClassHeader h = header(cls);
    if (h != null && !lacks(cls)) {
      h.parents().forEach(p -> found.addAll(leavesLate(p)));
      Set<String> late = table.late(cls);
      if (!found.isEmpty() || !late.isEmpty()) {
        ClassHeader whole = ClassHeader.of(classFiles.apply(cls), true);
        found.removeAll(whole.members());
        late.retainAll(whole.abstracts());
        found.addAll(late);
      }
    }
    left.put(cls, found);
    return found;
  }

  /** Whether a class of the framework or one above it has a method with code. */
  boolean hasCode(String cls, String member) {
    byte[] b = classFiles.apply(cls);
    if (b == null) {
      return false;
    }
    ClassHeader h = ClassHeader.of(b, true);
    return h.members().contains(member)
        ? !h.abstracts().contains(member)
        : !h.parents().isEmpty() && hasCode(h.parents().get(0), member);
  }

  /**
   * The method of the level that a later one of that class or interface of the framework has taken
   * the place of: of the same name and result, with the most of its first parameters. Null if there
   * is none.
   */
  String before(String cls, String member) {
    byte[] b = classFiles.apply(cls);
    if (b == null) {
      return null;
    }
    ClassHeader h = ClassHeader.of(b, true);
    String begin = member.substring(0, member.indexOf(')'));
    String result = member.substring(member.indexOf(')'));
    String found = null;
    for (String m : h.overriding()) {
      int end = m.indexOf(')');
      if (m.endsWith(result)
          && end < begin.length()
          && begin.startsWith(m.substring(0, end))
          && !lacks(cls, m)
          && (found == null || m.length() > found.length())) {
        found = m;
      }
    }
    for (int i = 0; found == null && i < h.parents().size(); i++) {
      found = before(h.parents().get(i), member);
    }
    return found;
  }

  private Boolean find(String cls, String member) {
    Boolean own = table.member(cls, member);
    if (own != null) {
      return own;
    }
    ClassHeader h = header(cls);
    if (h == null || member.startsWith("<init>")) {
      return null;
    }
    for (String parent : h.parents()) {
      Boolean inherited = find(parent, member);
      if (inherited != null) {
        return inherited;
      }
    }
    return null;
  }

  private synchronized ClassHeader header(String cls) {
    if (headers.containsKey(cls)) {
      return headers.get(cls);
    }
    byte[] b = classFiles.apply(cls);
    ClassHeader h = b == null ? null : ClassHeader.of(b, false);
    headers.put(cls, h);
    return h;
  }
}
