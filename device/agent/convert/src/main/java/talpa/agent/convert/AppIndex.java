package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexMethodNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import talpa.agent.weave.Redirects;

/**
 * Facts about classes that one class file needs of others: which are interfaces, and what they
 * inherit.
 */
final class AppIndex {
  private final Map<String, Boolean> app = new HashMap<>();
  private final Map<String, String> superclass = new HashMap<>();

  /** The superclass and the interfaces that each class names. */
  private final Map<String, List<String>> supertypes = new HashMap<>();

  /** Descriptors of each class's constructors. */
  private final Map<String, Set<String>> constructors = new HashMap<>();

  /** Methods, "name(params)result", of each class that {@link Redirects} may name. */
  private final Map<String, Set<String>> redirectable = new HashMap<>();

  private final Framework framework;

  /** The index of an app's classes, without those that the framework hides. */
  AppIndex(List<DexClassNode> classes, Framework framework) {
    this.framework = framework;
    for (DexClassNode c : classes) {
      String n = internal(c.className);
      app.put(n, (c.access & Opcodes.ACC_INTERFACE) != 0);
      List<String> named = new ArrayList<>();
      if (c.superClass != null) {
        superclass.put(n, internal(c.superClass));
        named.add(internal(c.superClass));
      }
      if (c.interfaceNames != null) {
        for (String i : c.interfaceNames) {
          named.add(internal(i));
        }
      }
      supertypes.put(n, named);
      if (c.methods != null) {
        for (DexMethodNode m : c.methods) {
          add(n, m.method.getName(), m.method.getDesc());
        }
      }
    }
  }

  private void add(String cls, String name, String desc) {
    if (name.equals("<init>")) {
      constructors.computeIfAbsent(cls, k -> new HashSet<>()).add(desc);
    }
    if (Redirects.mentions(name)) {
      redirectable.computeIfAbsent(cls, k -> new HashSet<>()).add(name + desc);
    }
  }

  /** Whether the class, by internal name, is an interface; false if it is unknown. */
  boolean isInterface(String internalName) {
    Boolean b = app.get(internalName);
    return b != null ? b : framework.isInterface(internalName);
  }

  /** Whether the class inherits from the other, by whatever classes and interfaces. */
  boolean inherits(String cls, String other) {
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(cls));
    while (!open.isEmpty()) {
      String c = open.pop();
      if (c.equals(other)) {
        return true;
      }
      if (seen.add(c)) {
        List<String> named = supertypes.get(c);
        open.addAll(named != null ? named : framework.supertypes(c));
      }
    }
    return false;
  }

  /**
   * The class to look a call up by in the table of {@link Redirects}: the device's class that has
   * the method which an app's class inherits, else cls itself.
   */
  String redirectOwner(String cls, String name, String desc) {
    if (!Redirects.mentions(name)) {
      return cls;
    }
    if (!app.containsKey(cls)) {
      return Redirects.owner(cls, name);
    }
    String c = cls;
    for (int i = 0; i < 100 && c != null && app.containsKey(c); i++) {
      if (redirectable.getOrDefault(c, Set.of()).contains(name + desc)) {
        return cls;
      }
      c = superclass.get(c);
    }
    String declarer = c == null ? null : framework.declarer(c, name, desc);
    return declarer == null ? cls : declarer;
  }

  /**
   * The class whose constructor a call of cls's runs. Unlike a JVM, ART finds constructors in
   * superclasses too, so R8 leaves out those that only call that of the superclass. It is cls
   * itself if none has one: the call fails then, and names it.
   */
  String constructorOwner(String cls, String desc) {
    String c = cls;
    for (int i = 0; i < 100 && c != null && app.containsKey(c); i++) {
      if (constructors.getOrDefault(c, Set.of()).contains(desc)) {
        return c;
      }
      c = superclass.get(c);
    }
    String declarer = c == null || c.equals(cls) ? null : framework.declarer(c, "<init>", desc);
    return declarer == null ? cls : declarer;
  }

  static String internal(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1);
  }
}
