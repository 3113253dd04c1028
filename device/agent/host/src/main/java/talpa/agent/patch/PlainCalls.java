package talpa.agent.patch;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Robolectric's dispatch written out as plain calls, as the pack of classes is made: the sandbox
 * that made it knows which method each call site comes to, and it is the same in every sandbox. So
 * no boot binds the site, and no forms of method handles become classes for it.
 *
 * <p>A call does what the site's method handles did: the shadow's method gets the shadow in the
 * place of the object, and a throwable that leaves it loses Robolectric's frames. What cannot be
 * written so stays a call site: a shadow's method for a constructor, and types that would have to
 * be unboxed.
 */
public final class PlainCalls {
  private static final String INTERNALS = "org/robolectric/internal/bytecode/RobolectricInternals";
  private static final String DATA = "$$robo$getData";
  private static final String THROWABLE = "java/lang/Throwable";
  private static final int PUBLIC = Opcodes.ACC_PUBLIC;

  private final ShadowChoice choice;

  /** Whether a class comes out of the same pack, so that its methods can be made public. */
  private final Predicate<String> packed;

  /** Methods of shadows that calls go to, by class. */
  private final Map<String, Set<String>> called = new HashMap<>();

  public PlainCalls(ShadowChoice choice, Predicate<String> packed) {
    this.choice = choice;
    this.packed = packed;
  }

  /** The bytes of a class with its call sites written out; as they are if it has none. */
  public byte[] apply(String name, byte[] b) throws ReflectiveOperationException {
    ClassReader reader = new ClassReader(b);
    ClassNode c = new ClassNode();
    reader.accept(c, 0);
    boolean changed = false;
    for (MethodNode m : c.methods) {
      InvokeDynamicInsnNode site = DirectCalls.site(m);
      changed |= site != null && writeOut(name, c, m, site);
    }
    return changed ? bytes(c) : b;
  }

  /** The bytes of a shadow whose methods are public that calls of other classes go to. */
  public byte[] open(String name, byte[] b) {
    Set<String> open = called.get(name);
    if (open == null) {
      return b;
    }
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    c.access |= PUBLIC;
    for (MethodNode m : c.methods) {
      if (open.contains(m.name + m.desc)) {
        m.access = m.access & ~Opcodes.ACC_PROTECTED | PUBLIC;
      }
    }
    return bytes(c);
  }

  private boolean writeOut(String name, ClassNode c, MethodNode m, InvokeDynamicInsnNode site)
      throws ReflectiveOperationException {
    boolean isStatic = DirectCalls.isStatic(site);
    List<VarInsnNode> loads = loads(site);
    if (loads == null) {
      return false;
    }
    Method shadow = choice.shadow(name, site.name, site.desc, isStatic);
    if (shadow == null) {
      String code =
          choice.binding(name, site.name, site.desc, isStatic, DirectCalls.isNative(site));
      call(m, site, original(c, site, isStatic, code));
    } else if (choice.isNothing(shadow)) {
      loads.forEach(m.instructions::remove);
      call(m, site, null);
    } else {
      return callShadow(c, m, site, loads, shadow);
    }
    return true;
  }

  /** The class's own code: the method that Robolectric hid, or the one that is bound natively. */
  private static MethodInsnNode original(
      ClassNode c, InvokeDynamicInsnNode site, boolean isStatic, String binding) {
    Handle h = (Handle) site.bsmArgs[0];
    boolean inInterface = (c.access & Opcodes.ACC_INTERFACE) != 0;
    return new MethodInsnNode(
        isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
        h.getOwner(),
        binding == null ? h.getName() : binding,
        h.getDesc(),
        inInterface);
  }

  private boolean callShadow(
      ClassNode c,
      MethodNode m,
      InvokeDynamicInsnNode site,
      List<VarInsnNode> loads,
      Method shadow) {
    Class<?> owner = shadow.getDeclaringClass();
    boolean isStatic = Modifier.isStatic(shadow.getModifiers());
    if (!packed.test(owner.getName())
        || site.name.equals("__constructor__")
        || !sameTypes(shadow, site, DirectCalls.isStatic(site))) {
      return false;
    }
    String type = Type.getInternalName(owner);
    if (!DirectCalls.isStatic(site)) {
      VarInsnNode self = loads.get(0);
      if (isStatic) {
        m.instructions.remove(self);
      } else {
        m.instructions.insert(self, toShadow(c, type));
      }
    }
    String desc = Type.getMethodDescriptor(shadow);
    called.computeIfAbsent(owner.getName(), k -> new HashSet<>()).add(shadow.getName() + desc);
    call(
        m,
        site,
        new MethodInsnNode(
            isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL,
            type,
            shadow.getName(),
            desc,
            false));
    return true;
  }

  /** From an object on the stack to its shadow. */
  private static InsnList toShadow(ClassNode c, String type) {
    boolean own = c.methods.stream().anyMatch(m -> m.name.equals(DATA));
    InsnList l = new InsnList();
    l.add(
        new MethodInsnNode(
            own ? Opcodes.INVOKEVIRTUAL : Opcodes.INVOKEINTERFACE,
            own ? c.name : "org/robolectric/internal/bytecode/ShadowedObject",
            DATA,
            "()Ljava/lang/Object;",
            !own));
    l.add(new TypeInsnNode(Opcodes.CHECKCAST, type));
    return l;
  }

  /** Puts a call, or nothing, in the place of a site; its result becomes the site's. */
  private static void call(MethodNode m, InvokeDynamicInsnNode site, MethodInsnNode call) {
    Type wanted = Type.getReturnType(site.desc);
    Type given = call == null ? Type.VOID_TYPE : Type.getReturnType(call.desc);
    InsnList l = new InsnList();
    if (call != null) {
      l.add(guarded(m, call));
    }
    if (wanted.getSort() == Type.VOID && given.getSort() != Type.VOID) {
      l.add(new InsnNode(given.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
    } else if (wanted.getSort() != Type.VOID && given.getSort() == Type.VOID) {
      l.add(new InsnNode(nought(wanted)));
    } else if (!wanted.equals(given)) {
      l.add(new TypeInsnNode(Opcodes.CHECKCAST, wanted.getInternalName()));
    }
    m.instructions.insertBefore(site, l);
    m.instructions.remove(site);
    m.maxStack = Math.max(m.maxStack, 2);
  }

  /** A call whose throwables lose the frames of the plumbing. */
  private static InsnList guarded(MethodNode m, MethodInsnNode call) {
    LabelNode from = new LabelNode();
    LabelNode to = new LabelNode();
    LabelNode thrown = new LabelNode();
    InsnList l = new InsnList();
    l.add(from);
    l.add(call);
    l.add(to);
    m.instructions.add(thrown);
    m.instructions.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            INTERNALS,
            "cleanStackTrace",
            "(L" + THROWABLE + ";)L" + THROWABLE + ";",
            false));
    m.instructions.add(new InsnNode(Opcodes.ATHROW));
    m.tryCatchBlocks.add(new TryCatchBlockNode(from, to, thrown, THROWABLE));
    return l;
  }

  private static int nought(Type t) {
    return switch (t.getSort()) {
      case Type.LONG -> Opcodes.LCONST_0;
      case Type.FLOAT -> Opcodes.FCONST_0;
      case Type.DOUBLE -> Opcodes.DCONST_0;
      case Type.OBJECT, Type.ARRAY -> Opcodes.ACONST_NULL;
      default -> Opcodes.ICONST_0;
    };
  }

  /** The loads of a site's arguments, in their order; null if they are no plain loads. */
  private static List<VarInsnNode> loads(InvokeDynamicInsnNode site) {
    int n = Type.getArgumentTypes(site.desc).length;
    List<VarInsnNode> l = new ArrayList<>();
    AbstractInsnNode i = site;
    while (l.size() < n) {
      i = i.getPrevious();
      if (!(i instanceof VarInsnNode v) || v.getOpcode() > Opcodes.ALOAD) {
        return null;
      }
      l.add(0, v);
    }
    return l;
  }

  /** Whether a shadow's method takes what the site has, and what it gives need not be unboxed. */
  private static boolean sameTypes(Method shadow, InvokeDynamicInsnNode site, boolean isStatic) {
    Type[] has = Type.getArgumentTypes(site.desc);
    Type[] takes = Type.getArgumentTypes(shadow);
    int self = isStatic ? 0 : 1;
    if (has.length - self != takes.length) {
      return false;
    }
    for (int i = 0; i < takes.length; i++) {
      if (isReference(takes[i]) ? !isReference(has[i + self]) : !takes[i].equals(has[i + self])) {
        return false;
      }
    }
    Type wanted = Type.getReturnType(site.desc);
    Type given = Type.getReturnType(shadow);
    return wanted.equals(given)
        || wanted.getSort() == Type.VOID
        || given.getSort() == Type.VOID
        || isReference(wanted) && isReference(given);
  }

  private static boolean isReference(Type t) {
    return t.getSort() == Type.OBJECT || t.getSort() == Type.ARRAY;
  }

  private static byte[] bytes(ClassNode c) {
    ClassWriter w = new ClassWriter(0);
    c.accept(w);
    return w.toByteArray();
  }
}
