package talpa.agent.level;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Which classes and members of the framework an older API level lacks. */
public final class OlderPlatform {
  private final int level;
  private final SinceTable table;
  private final Function<String, byte[]> classFiles;
  private final Map<String, ClassHeader> headers = new HashMap<>();

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

  /**
   * Whether an override of a member of that class or interface of the framework is one on the
   * level; null if there is no such member. One without code stays one: the framework here calls
   * it, and would find nothing in its place.
   */
  Boolean hasToOverride(String cls, String member) {
    Boolean late = table.mentions(member) ? find(cls, member) : null;
    return late == null ? null : !late || isAbstract(cls, member);
  }

  private boolean isAbstract(String cls, String member) {
    byte[] b = classFiles.apply(cls);
    if (b == null) {
      return false;
    }
    ClassHeader h = ClassHeader.of(b, true);
    return h.members().contains(member)
        ? h.abstracts().contains(member)
        : h.parents().stream().anyMatch(p -> isAbstract(p, member));
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
