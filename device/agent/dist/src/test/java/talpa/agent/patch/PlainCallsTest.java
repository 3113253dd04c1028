package talpa.agent.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.robolectric.internal.bytecode.InvokeDynamicSupport;
import org.robolectric.internal.bytecode.ShadowedObject;
import talpa.agent.weave.ClassEdit;

/** On classes with call sites as Robolectric writes them, which are then loaded and run. */
class PlainCallsTest {
  private static final String SITES = "talpa.agent.patch.Sites";
  private static final String OWNER = SITES.replace('.', '/');

  /** The shadow of the classes below. */
  public static class Shadow {
    protected int add(int a, long b) {
      return a + (int) b + 100;
    }

    protected static String all() {
      return "shadowed";
    }

    protected static Object loose(Object o) {
      return o + "!";
    }

    protected Object number() {
      return 7;
    }

    protected int thrown() {
      throw new IllegalStateException("by the shadow");
    }

    static void nothing() {}
  }

  @Test
  void aShadowsMethodGetsTheShadow() throws Exception {
    assertEquals(
        106, run("add", "(IJ)I", false, method("add", int.class, long.class), null, 2, 4L));
  }

  @Test
  void aStaticShadowNeedsNoObject() throws Exception {
    Method all = method("all");
    assertEquals("shadowed", run("all", "()Ljava/lang/String;", true, all, null));
    assertEquals("shadowed", run("all", "()Ljava/lang/String;", false, all, null));
  }

  @Test
  void aTypeThatIsNotNamedIsCast() throws Exception {
    Method loose = method("loose", Object.class);
    String desc = "(Ljava/lang/String;)Ljava/lang/String;";
    assertEquals("a!", run("loose", desc, true, loose, null, "a"));
  }

  @Test
  void whatIsHiddenGivesNought() throws Exception {
    Method nothing = method("nothing");
    assertEquals(0L, run("hidden", "(IJ)J", false, nothing, null, 1, 2L));
    assertNull(run("hidden", "()Ljava/lang/String;", true, nothing, null));
  }

  @Test
  void withoutAShadowTheOwnCodeRunsOrItsBinding() throws Exception {
    assertEquals(1, run("own", "()I", false, null, null));
    assertEquals(1, run("own", "()I", true, null, null));
    assertEquals(2, run("own", "()I", true, null, "$$robo$$own$nativeBinding"));
  }

  @Test
  void aThrowableOfTheShadowLosesThePlumbing() throws Exception {
    byte[] b = plain("thrown", "()I", false, method("thrown"), null).bytes();
    ClassNode c = parsed(b);
    TryCatchBlockNode guard = ClassEdit.method(c, "thrown").tryCatchBlocks.get(0);
    assertEquals("java/lang/Throwable", guard.type);
    assertEquals(List.of("$$robo$getData", "thrown", "cleanStackTrace"), called(b, "thrown"));
  }

  @Test
  void aResultThatWouldBeUnboxedStaysASite() throws Exception {
    byte[] b = sites("number", "()I", false);
    assertSame(b, new PlainCalls(choice(method("number"), null), n -> true).apply(SITES, b));
  }

  @Test
  void aShadowOutsideThePackStaysASite() throws Exception {
    byte[] b = sites("all", "()Ljava/lang/String;", true);
    assertSame(b, new PlainCalls(choice(method("all"), null), n -> false).apply(SITES, b));
  }

  @Test
  void onlyWhatIsCalledIsMadePublic() throws Exception {
    Plain p = plain("all", "()Ljava/lang/String;", true, method("all"), null);
    for (MethodNode m : parsed(p.calls().open(Shadow.class.getName(), original())).methods) {
      boolean open = (m.access & Opcodes.ACC_PUBLIC) != 0;
      assertEquals(m.name.equals("all") || m.name.equals("<init>"), open, m.name);
      assertFalse(open && (m.access & Opcodes.ACC_PROTECTED) != 0, m.name);
    }
  }

  private record Plain(PlainCalls calls, byte[] bytes) {}

  private static Plain plain(
      String name, String desc, boolean isStatic, Method shadow, String binding)
      throws ReflectiveOperationException {
    PlainCalls calls = new PlainCalls(choice(shadow, binding), n -> true);
    return new Plain(calls, calls.apply(SITES, sites(name, desc, isStatic)));
  }

  /** What a method gives whose site was written out, in a loader that has the opened shadow. */
  private static Object run(
      String name, String desc, boolean isStatic, Method shadow, String binding, Object... args)
      throws Exception {
    Plain p = plain(name, desc, isStatic, shadow, binding);
    assertFalse(called(p.bytes(), name).contains("dynamic"));
    String shadowName = Shadow.class.getName();
    Map<String, byte[]> classes =
        Map.of(SITES, p.bytes(), shadowName, p.calls().open(shadowName, original()));
    ClassLoader loader =
        new ClassLoader(PlainCallsTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String n, boolean resolve) throws ClassNotFoundException {
            byte[] b = classes.get(n);
            Class<?> known = findLoadedClass(n);
            if (b == null || known != null) {
              return known != null ? known : super.loadClass(n, resolve);
            }
            return defineClass(n, b, 0, b.length);
          }
        };
    Class<?> c = loader.loadClass(SITES);
    for (Method m : c.getDeclaredMethods()) {
      if (m.getName().equals(name)) {
        return m.invoke(isStatic ? null : c.getConstructor().newInstance(), args);
      }
    }
    throw new AssertionError(name);
  }

  private static List<String> called(byte[] b, String name) {
    List<String> l = new ArrayList<>();
    for (AbstractInsnNode i : ClassEdit.method(parsed(b), name).instructions) {
      if (i instanceof MethodInsnNode call) {
        l.add(call.name);
      } else if (i instanceof InvokeDynamicInsnNode) {
        l.add("dynamic");
      }
    }
    return l;
  }

  private static ClassNode parsed(byte[] b) {
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    return c;
  }

  private static byte[] original() throws IOException {
    try (InputStream in = Shadow.class.getResourceAsStream("PlainCallsTest$Shadow.class")) {
      return in.readAllBytes();
    }
  }

  private static Method method(String name, Class<?>... types) throws NoSuchMethodException {
    return Shadow.class.getDeclaredMethod(name, types);
  }

  private static ShadowChoice choice(Method shadow, String binding) {
    return new ShadowChoice() {
      @Override
      public Method shadow(String cls, String name, String desc, boolean isStatic) {
        return shadow;
      }

      @Override
      public boolean isNothing(Method m) {
        return m.getName().equals("nothing");
      }

      @Override
      public String binding(String c, String name, String d, boolean isStatic, boolean isNative) {
        return binding;
      }
    };
  }

  /** A class with one site, whose object has a shadow; the own code gives 1, a binding 2. */
  private static byte[] sites(String name, String desc, boolean isStatic) {
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String[] shadowed = {Type.getInternalName(ShadowedObject.class)};
    // Of this version the JVM verifies classes without their frames.
    w.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, OWNER, null, "java/lang/Object", shadowed);
    constructor(w);
    data(w);
    int access = isStatic ? Opcodes.ACC_STATIC : 0;
    String hidden = "$$robo$$" + name;
    constant(w, access, hidden, desc, 1);
    constant(w, access, hidden + "$nativeBinding", desc, 2);
    MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC | access, name, desc, null, null);
    int local = 0;
    if (!isStatic) {
      m.visitVarInsn(Opcodes.ALOAD, local++);
    }
    for (Type t : Type.getArgumentTypes(desc)) {
      m.visitVarInsn(t.getOpcode(Opcodes.ILOAD), local);
      local += t.getSize();
    }
    Handle bootstrap =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(InvokeDynamicSupport.class),
            isStatic ? "bootstrapStatic" : "bootstrap",
            "()V",
            false);
    int kind = isStatic ? Opcodes.H_INVOKESTATIC : Opcodes.H_INVOKESPECIAL;
    m.visitInvokeDynamicInsn(
        name,
        isStatic ? desc : "(L" + OWNER + ";" + desc.substring(1),
        bootstrap,
        new Handle(kind, OWNER, hidden, desc, false),
        0);
    end(m, Type.getReturnType(desc));
    return w.toByteArray();
  }

  private static void constructor(ClassWriter w) {
    MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    m.visitVarInsn(Opcodes.ALOAD, 0);
    m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    end(m, Type.VOID_TYPE);
  }

  private static void data(ClassWriter w) {
    String name = "$$robo$getData";
    MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC, name, "()Ljava/lang/Object;", null, null);
    String shadow = Type.getInternalName(Shadow.class);
    m.visitTypeInsn(Opcodes.NEW, shadow);
    m.visitInsn(Opcodes.DUP);
    m.visitMethodInsn(Opcodes.INVOKESPECIAL, shadow, "<init>", "()V", false);
    end(m, Type.getType(Object.class));
  }

  private static void constant(ClassWriter w, int access, String name, String desc, int value) {
    MethodVisitor m = w.visitMethod(Opcodes.ACC_PRIVATE | access, name, desc, null, null);
    switch (Type.getReturnType(desc).getSort()) {
      case Type.INT -> m.visitInsn(value == 1 ? Opcodes.ICONST_1 : Opcodes.ICONST_2);
      case Type.LONG -> m.visitInsn(Opcodes.LCONST_1);
      default -> m.visitInsn(Opcodes.ACONST_NULL);
    }
    end(m, Type.getReturnType(desc));
  }

  private static void end(MethodVisitor m, Type result) {
    m.visitInsn(result.getOpcode(Opcodes.IRETURN));
    m.visitMaxs(0, 0);
    m.visitEnd();
  }
}
