package talpa.agent.level;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Where the names in an app's code lead on an older platform: the app's own classes, or its. */
final class AppLinks {
  /** What is behind the name of a method that overrides what the level does not have. */
  static final String SUFFIX = "$since";

  /** What a name of a member leads to. */
  enum Link {
    /** What is there on the level, too; or nowhere. */
    PRESENT,
    /** What the level lacks. */
    MISSING,
    /** A method of the app's that got another name. */
    RENAMED
  }

  private final OlderPlatform platform;
  private final Function<String, byte[]> classFiles;
  private final Map<String, ClassHeader> headers = new ConcurrentHashMap<>();

  /**
   * The links of an app.
   *
   * @param classFiles gives the class files of the app by internal name, null for others
   */
  AppLinks(OlderPlatform platform, Function<String, byte[]> classFiles) {
    this.platform = platform;
    this.classFiles = classFiles;
  }

  /** What a member leads to that code names by a class. */
  Link resolve(String cls, String member) {
    if (cls.startsWith("[") || !platform.mentions(member)) {
      return Link.PRESENT;
    }
    Link found = find(cls, member);
    return found == null ? Link.PRESENT : found;
  }

  private Link find(String cls, String member) {
    ClassHeader h = header(cls);
    if (h == null) {
      return platform.lacks(cls, member) ? Link.MISSING : null;
    }
    if (h.members().contains(member)) {
      return renames(h, member) ? Link.RENAMED : Link.PRESENT;
    }
    if (member.startsWith("<init>")) {
      return null;
    }
    for (String parent : h.parents()) {
      Link found = find(parent, member);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * Whether a method of the app's class has another name on the level: it overrides one that the
   * framework does not have there, in a class or an interface, so nobody calls it but the app.
   * Where an interface of the app's has it too, or another one of the framework's always had it, it
   * keeps its name.
   */
  boolean renames(ClassHeader h, String member) {
    if (h.isInterface() || !h.overriding().contains(member) || !platform.mentions(member)) {
      return false;
    }
    boolean late = false;
    for (ClassHeader c = h; c != null; c = superclass(c)) {
      if (declaredByInterface(c, member)) {
        return false;
      }
      for (String parent : c.parents()) {
        Boolean has = header(parent) == null ? platform.isOverride(parent, member) : null;
        if (Boolean.TRUE.equals(has)) {
          return false;
        }
        late |= has != null;
      }
    }
    return late;
  }

  /**
   * What a class of the app answers where the framework here calls methods without code that came
   * after the level: by name and type those, with the older one that the framework of the level
   * called in its place, or "" if it called none.
   */
  Map<String, String> answers(ClassHeader h) {
    if (h.isInterface()) {
      return Map.of();
    }
    Map<String, String> found = new TreeMap<>();
    for (String parent : h.parents()) {
      if (header(parent) == null) {
        for (String member : platform.leavesLate(parent)) {
          if (h.members().contains(member) ? renames(h, member) : !inherits(h, member)) {
            String older = platform.before(parent, member);
            found.put(member, older == null ? "" : older);
          }
        }
      }
    }
    found.keySet().removeIf(m -> platform.hasCode(platformSuperclass(h), m));
    return found;
  }

  /** Whether a class of the app's above a class has a member. */
  private boolean inherits(ClassHeader h, String member) {
    for (ClassHeader c = superclass(h); c != null; c = superclass(c)) {
      if (c.members().contains(member)) {
        return true;
      }
    }
    return false;
  }

  /** The lowest class of the framework above a class of the app. */
  private String platformSuperclass(ClassHeader h) {
    ClassHeader c = h;
    while (superclass(c) != null) {
      c = superclass(c);
    }
    return c.parents().get(0);
  }

  /** The superclass of a class, if it is the app's own, else null. */
  private ClassHeader superclass(ClassHeader c) {
    return c.parents().isEmpty() ? null : header(c.parents().get(0));
  }

  private boolean declaredByInterface(ClassHeader c, String member) {
    for (String parent : c.parents()) {
      ClassHeader h = header(parent);
      if (h != null
          && h.isInterface()
          && (h.members().contains(member) || declaredByInterface(h, member))) {
        return true;
      }
    }
    return false;
  }

  /** The header of a class of the app; null for others. */
  ClassHeader header(String cls) {
    ClassHeader known = headers.get(cls);
    if (known != null) {
      return known;
    }
    byte[] b = classFiles.apply(cls);
    if (b == null) {
      return null;
    }
    ClassHeader h = ClassHeader.of(b, true);
    headers.put(cls, h);
    return h;
  }
}
