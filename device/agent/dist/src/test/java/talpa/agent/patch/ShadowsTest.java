package talpa.agent.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.bridge.Platform;
import talpa.agent.bridge.Table;

/**
 * Every shadow of ours shadows a class of the framework, and each of its methods one of that class.
 */
class ShadowsTest {
  private static final String OBJECT = "Ljava/lang/Object;";

  private static List<String> listed() {
    return Table.lines("talpa/agent/shadows.txt");
  }

  @Test
  void eachMethodHasOneToReplace() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String shadow : listed()) {
      wrong.addAll(unmatched(Classes.plain(shadow)));
    }
    assertEquals(List.of(), wrong);
  }

  /** Methods of a shadow that replace nothing. */
  private static List<String> unmatched(ClassNode shadow) throws IOException {
    String subject = (String) value(shadow.visibleAnnotations, Implements.class, "className");
    ClassNode real = Classes.plain(subject);
    if (real == null) {
      return List.of(shadow.name + " shadows " + subject + ", which the framework lacks");
    }
    List<String> out = new ArrayList<>();
    for (MethodNode m : shadow.methods) {
      if (has(m.visibleAnnotations, Implementation.class) && ofOurLevel(m) && !matches(m, real)) {
        out.add(shadow.name + "." + m.name + m.desc + " replaces nothing of " + subject);
      }
    }
    return out;
  }

  private static boolean matches(MethodNode m, ClassNode real) {
    Object other = value(m.visibleAnnotations, Implementation.class, "methodName");
    String name = other instanceof String s && !s.isEmpty() ? s : m.name;
    boolean constructor = name.equals("__constructor__");
    for (MethodNode r : real.methods) {
      boolean sameKind = (r.access & Opcodes.ACC_STATIC) == (m.access & Opcodes.ACC_STATIC);
      if (r.name.equals(constructor ? "<init>" : name)
          && sameKind
          && sameTypes(Type.getArgumentTypes(m.desc), Type.getArgumentTypes(r.desc))) {
        return true;
      }
    }
    return false;
  }

  /** Types that apps cannot name stand as Object in a shadow. */
  private static boolean sameTypes(Type[] shadow, Type[] real) {
    if (shadow.length != real.length) {
      return false;
    }
    for (int i = 0; i < real.length; i++) {
      boolean hidden = shadow[i].getDescriptor().equals(OBJECT) && real[i].getSort() >= Type.ARRAY;
      if (!hidden && !shadow[i].equals(real[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean ofOurLevel(MethodNode m) {
    Object min = value(m.visibleAnnotations, Implementation.class, "minSdk");
    Object max = value(m.visibleAnnotations, Implementation.class, "maxSdk");
    return !(min instanceof Integer from && from > Platform.API)
        && !(max instanceof Integer to && to > 0 && to < Platform.API);
  }

  private static boolean has(List<AnnotationNode> annotations, Class<?> type) {
    return annotations != null
        && annotations.stream().anyMatch(a -> a.desc.equals(Type.getDescriptor(type)));
  }

  private static Object value(List<AnnotationNode> annotations, Class<?> type, String key) {
    for (AnnotationNode a : annotations == null ? List.<AnnotationNode>of() : annotations) {
      for (int i = 0;
          a.desc.equals(Type.getDescriptor(type)) && a.values != null && i < a.values.size();
          i += 2) {
        if (a.values.get(i).equals(key)) {
          return a.values.get(i + 1);
        }
      }
    }
    return null;
  }

  /** A shadow that is not in the list is never asked. */
  @Test
  void eachIsListed() throws IOException {
    Set<String> found = new TreeSet<>();
    Path sources = Path.of("..", "device", "src", "main", "java", "talpa");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path f : files.filter(p -> p.toString().endsWith(".java")).toList()) {
        String text = Files.readString(f);
        int many = text.split("\n *@Implements\\(", -1).length - 1;
        for (int i = 0; i < many; i++) {
          found.add(f.getFileName().toString().replace(".java", "") + " " + i);
        }
      }
    }
    Set<String> expected =
        listed().stream()
            .map(n -> n.substring(n.lastIndexOf('.') + 1).replaceAll("\\$.*", ""))
            .collect(Collectors.groupingBy(n -> n, Collectors.counting()))
            .entrySet()
            .stream()
            .flatMap(
                e ->
                    Stream.iterate(0, i -> i + 1)
                        .limit(e.getValue())
                        .map(i -> e.getKey() + " " + i))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(expected, found);
  }

  /** Planted: one method is of no class, one has other parameters, one is static there. */
  @Implements(className = "android.widget.Button")
  static class Planted {
    @Implementation
    protected CharSequence getAccessibilityClassName() {
      return "";
    }

    @Implementation
    protected void ofAnotherVersion() {}

    @Implementation
    protected boolean onTouchEvent(int event) {
      return false;
    }

    @Implementation
    protected static void onAttachedToWindow() {}
  }

  @Test
  void methodsThatReplaceNothingAreFound() throws IOException {
    List<String> names =
        unmatched(Classes.plain(Planted.class.getName())).stream()
            .map(s -> s.substring(s.indexOf('.') + 1, s.indexOf('(')))
            .sorted()
            .toList();
    assertEquals(List.of("ofAnotherVersion", "onAttachedToWindow", "onTouchEvent"), names);
  }
}
