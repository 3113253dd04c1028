package talpa.agent.jdk;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.order.Identity;
import talpa.agent.weave.ClassEdit;

/**
 * Has the JDK's classes that ask objects for their hash codes show them to {@code
 * talpa.agent.order.Identity} first. What the JVM itself asks, and other classes of the JDK, stays
 * unseen: an object that they ask first has a hash code of the JVM's.
 */
final class HashHooks {
  /** In java.lang and java.util. */
  private static final List<String> CLASSES =
      List.of(
          "lang.Object",
          "lang.Enum",
          "lang.invoke.MethodType",
          "util.AbstractList",
          "util.AbstractMap$SimpleEntry",
          "util.AbstractMap$SimpleImmutableEntry",
          "util.AbstractSet",
          "util.Arrays",
          "util.HashMap",
          "util.HashMap$Node",
          "util.Hashtable",
          "util.Hashtable$Entry",
          "util.IdentityHashMap",
          "util.ImmutableCollections$MapN",
          "util.ImmutableCollections$SetN",
          "util.Objects",
          "util.WeakHashMap",
          "util.concurrent.ConcurrentHashMap",
          "util.concurrent.ConcurrentHashMap$MapEntry",
          "util.concurrent.ConcurrentHashMap$Node");

  private static final String UNSAFE = "jdk/internal/misc/Unsafe";

  private HashHooks() {}

  /** The bytes of a class of {@code talpa.agent.order}: Header's reach the JVM's words. */
  static byte[] fill(String name, byte[] b) {
    if (!name.endsWith(".Header")) {
      return b;
    }
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    fill(ClassEdit.method(c, "get"), "getLong", "(Ljava/lang/Object;J)J");
    fill(ClassEdit.method(c, "swap"), "compareAndSetLong", "(Ljava/lang/Object;JJJ)Z");
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.accept(w);
    return w.toByteArray();
  }

  /** Passes the arguments on, with the offset 0 after the first. */
  private static void fill(MethodNode m, String called, String desc) {
    InsnList l = new InsnList();
    l.add(
        new MethodInsnNode(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false));
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new InsnNode(Opcodes.LCONST_0));
    int local = 1;
    for (Type t : Type.getArgumentTypes(m.desc)) {
      if (t == Type.LONG_TYPE) {
        l.add(new VarInsnNode(Opcodes.LLOAD, local));
        local += 2;
      }
    }
    l.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, UNSAFE, called, desc, false));
    l.add(new InsnNode(Type.getReturnType(m.desc).getOpcode(Opcodes.IRETURN)));
    ClassEdit.body(m, l);
  }

  /** The classes that are to be changed. */
  static List<Class<?>> classes() throws ClassNotFoundException {
    List<Class<?>> l = new ArrayList<>();
    for (String c : CLASSES) {
      l.add(Class.forName("java." + c));
    }
    return l;
  }

  /** Begins, with the classes that there are. */
  static void begin(Instrumentation jvm) throws ReflectiveOperationException {
    Identity.begin();
    for (Class<?> c : jvm.getAllLoadedClasses()) {
      Identity.mark(c);
    }
    Class<?> sets = Class.forName("java.util.ImmutableCollections");
    put(sets, "SALT32L", "putLong", long.class, 0L);
    put(sets, "REVERSE", "putBoolean", boolean.class, false);
  }

  /**
   * Sets a constant of a class: where the walk through a {@code Set.of} or {@code Map.of} begins,
   * and its direction, which the JDK draws at its start.
   */
  private static void put(Class<?> c, String constant, String method, Class<?> type, Object value)
      throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName(UNSAFE.replace('/', '.'));
    Object u = unsafe.getMethod("getUnsafe").invoke(null);
    Field f = c.getDeclaredField(constant);
    Object base = unsafe.getMethod("staticFieldBase", Field.class).invoke(u, f);
    Object offset = unsafe.getMethod("staticFieldOffset", Field.class).invoke(u, f);
    unsafe.getMethod(method, Object.class, long.class, type).invoke(u, base, offset, value);
  }
}
