package talpa.agent.patch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.internal.ShadowProvider;
import talpa.agent.bridge.Platform;
import talpa.agent.bridge.Table;

/**
 * Which methods of the framework a shadow may replace: Robolectric's shadows and ours, by name,
 * without their parameters. So it may name too many methods, never too few.
 *
 * <p>As in {@code ShadowWrangler}, methods of another API level or that are private do not count,
 * nor do those of a shadow's superclass unless it shadows the same class.
 */
public final class ShadowedMethods {
  private static final String IMPLEMENTS = descriptor(Implements.class);
  private static final String IMPLEMENTATION = descriptor(Implementation.class);

  /** Shadow classes by the class that they shadow. */
  private final Map<String, Set<String>> shadows = new HashMap<>();

  private final Map<String, Set<String>> methods = new HashMap<>();
  private final Set<String> silent = new HashSet<>();

  public ShadowedMethods() {
    for (ShadowProvider p : ServiceLoader.load(ShadowProvider.class)) {
      for (Map.Entry<String, String> e : p.getShadows()) {
        add(e.getKey(), e.getValue());
      }
      // A picker chooses a shadow at run time, from classes that only it knows.
      silent.addAll(p.getShadowPickerMap().keySet());
    }
    for (String name : Table.lines("talpa/agent/shadows.txt")) {
      add(shadowedBy(name), name);
    }
  }

  private void add(String shadowed, String shadow) {
    // Robolectric names nested classes as in Java's text.
    shadows.computeIfAbsent(shadowed.replace('$', '.'), k -> new HashSet<>()).add(shadow);
  }

  /** Whether methods of a class that no shadow implements run as they are, and do not vanish. */
  synchronized boolean mayCallThrough(String name) {
    of(name);
    return !silent.contains(name);
  }

  /** Whether a shadow may replace a method of a class. */
  synchronized boolean contains(String name, String method) {
    return of(name).contains(method);
  }

  private Set<String> of(String name) {
    Set<String> known = methods.get(name);
    if (known != null) {
      return known;
    }
    Set<String> names = new HashSet<>();
    for (String shadow : shadows.getOrDefault(name.replace('$', '.'), Set.of())) {
      if (!read(name.replace('$', '.'), shadow, names)) {
        silent.add(name);
      }
    }
    methods.put(name, names);
    return names;
  }

  /** Adds the methods of a class's shadow; false if it hides those that it does not name. */
  private static boolean read(String shadowed, String shadow, Set<String> names) {
    boolean callsThrough = true;
    ClassNode c = parse(shadow);
    while (c != null) {
      for (MethodNode m : c.methods) {
        if ((m.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0 && ofOurLevel(m)) {
          names.add(m.name);
          if (value(m.visibleAnnotations, IMPLEMENTATION, "methodName") instanceof String n) {
            names.add(n);
          }
        }
      }
      Object through = value(c.visibleAnnotations, IMPLEMENTS, "callThroughByDefault");
      callsThrough &= !Boolean.FALSE.equals(through);
      ClassNode above = c.superName.equals("java/lang/Object") ? null : parse(c.superName);
      c = above != null && shadowed.equals(subject(above)) ? above : null;
    }
    return callsThrough;
  }

  private static boolean ofOurLevel(MethodNode m) {
    Object min = value(m.visibleAnnotations, IMPLEMENTATION, "minSdk");
    Object max = value(m.visibleAnnotations, IMPLEMENTATION, "maxSdk");
    return !(min instanceof Integer from && from > Platform.API)
        && !(max instanceof Integer to && to > 0 && to < Platform.API);
  }

  /** The class that a shadow class names, with points for nested ones; null if it names none. */
  private static String subject(ClassNode shadow) {
    Object type = value(shadow.visibleAnnotations, IMPLEMENTS, "value");
    Object name = value(shadow.visibleAnnotations, IMPLEMENTS, "className");
    String s = name instanceof String n ? n : type instanceof Type t ? t.getClassName() : null;
    return s == null ? null : s.replace('$', '.');
  }

  private static String shadowedBy(String shadow) {
    Object name = value(parse(shadow).visibleAnnotations, IMPLEMENTS, "className");
    if (name == null) {
      throw new IllegalStateException(shadow + " does not name what it shadows by className");
    }
    return (String) name;
  }

  private static Object value(List<AnnotationNode> annotations, String type, String key) {
    for (AnnotationNode a : annotations == null ? List.<AnnotationNode>of() : annotations) {
      for (int i = 0; a.desc.equals(type) && a.values != null && i < a.values.size(); i += 2) {
        if (a.values.get(i).equals(key)) {
          return a.values.get(i + 1);
        }
      }
    }
    return null;
  }

  private static ClassNode parse(String name) {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = ShadowedMethods.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("shadow class " + name + " is missing");
      }
      ClassNode c = new ClassNode();
      new ClassReader(in).accept(c, ClassReader.SKIP_CODE);
      return c;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String descriptor(Class<?> c) {
    return "L" + c.getName().replace('.', '/') + ";";
  }
}
