package talpa.agent.patch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Takes Robolectric's dispatch out of framework methods that no shadow replaces.
 *
 * <p>Instrumentation moves each method's code into a private method with a name of its own and lets
 * the original one ask, through invokedynamic, whether there is a shadow. For most methods the
 * answer is no, and it never changes in our sandbox; but each of them costs a call site to link and
 * a frame in every call. Here such a method gets its code back, and the private one calls it: for
 * those who want to get past a shadow. So is the initializer of a class that no shadow replaces.
 */
public final class DirectCalls {
  private static final String SUPPORT = "org/robolectric/internal/bytecode/InvokeDynamicSupport";

  /** What Robolectric calls a class's initializer. */
  private static final String INITIALIZER = "__staticInitializer__";

  private final ShadowedMethods shadowed;

  public DirectCalls(ShadowedMethods shadowed) {
    this.shadowed = shadowed;
  }

  /** The bytes of an instrumented class without needless dispatch; others as they are. */
  public byte[] apply(String name, byte[] b) {
    if (!shadowed.mayCallThrough(name)) {
      return b;
    }
    ClassNode c = new ClassNode();
    ClassReader reader = new ClassReader(b);
    reader.accept(c, 0);
    Map<String, MethodNode> methods = new HashMap<>();
    for (MethodNode m : c.methods) {
      methods.put(m.name + m.desc, m);
    }
    boolean changed = false;
    for (MethodNode m : new ArrayList<>(c.methods)) {
      InvokeDynamicInsnNode site = site(m);
      if (site != null && !isNative(site) && !shadowed.contains(name, site.name)) {
        direct(c, m, site, methods);
        changed = true;
      }
      if (m.name.equals("<clinit>") && !shadowed.contains(name, INITIALIZER)) {
        changed |= initialize(c, m, methods.containsKey(INITIALIZER + "()V"));
      }
    }
    if (!changed) {
      return b;
    }
    ClassWriter w = new ClassWriter(0);
    c.accept(w);
    return w.toByteArray();
  }

  /** The call site that asks for a shadow of a method; null if there is none. */
  static InvokeDynamicInsnNode site(MethodNode m) {
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof InvokeDynamicInsnNode d
          && d.bsm.getOwner().equals(SUPPORT)
          && (d.bsm.getName().equals("bootstrap") || isStatic(d))
          && d.bsmArgs.length == 2) {
        return d;
      }
    }
    return null;
  }

  /** Whether a site is in a static method. */
  static boolean isStatic(InvokeDynamicInsnNode site) {
    return site.bsm.getName().equals("bootstrapStatic");
  }

  /** Whether a site is in a method without code of its own. */
  static boolean isNative(InvokeDynamicInsnNode site) {
    return !Integer.valueOf(0).equals(site.bsmArgs[1]);
  }

  /**
   * Calls a class's initializer where Robolectric looks for it among all methods of the class:
   * those of one class in two are made known to reflection for nothing else.
   */
  private static boolean initialize(ClassNode c, MethodNode m, boolean hidden) {
    for (AbstractInsnNode i : m.instructions) {
      if (hidden && i instanceof MethodInsnNode call && call.name.equals("classInitializing")) {
        m.instructions.remove(i.getPrevious());
        boolean inInterface = (c.access & Opcodes.ACC_INTERFACE) != 0;
        m.instructions.set(
            i, new MethodInsnNode(Opcodes.INVOKESTATIC, c.name, INITIALIZER, "()V", inInterface));
        return true;
      }
    }
    return false;
  }

  private static void direct(
      ClassNode c, MethodNode m, InvokeDynamicInsnNode site, Map<String, MethodNode> methods) {
    Handle code = (Handle) site.bsmArgs[0];
    MethodNode hidden = methods.get(code.getName() + code.getDesc());
    int call =
        code.getTag() == Opcodes.H_INVOKESTATIC ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
    // A constructor's own code begins after the call of the one above: it stays where it is.
    boolean swap = hidden != null && !m.name.equals("<init>") && m.desc.equals(hidden.desc);
    m.instructions.set(
        site,
        new MethodInsnNode(
            call,
            code.getOwner(),
            swap ? m.name : code.getName(),
            code.getDesc(),
            code.isInterface()));
    if (swap) {
      swapCode(m, hidden);
    }
  }

  private static void swapCode(MethodNode a, MethodNode b) {
    InsnList instructions = a.instructions;
    a.instructions = b.instructions;
    b.instructions = instructions;
    var handlers = a.tryCatchBlocks;
    a.tryCatchBlocks = b.tryCatchBlocks;
    b.tryCatchBlocks = handlers;
    var locals = a.localVariables;
    a.localVariables = b.localVariables;
    b.localVariables = locals;
    int stack = a.maxStack;
    a.maxStack = b.maxStack;
    b.maxStack = stack;
    int slots = a.maxLocals;
    a.maxLocals = b.maxLocals;
    b.maxLocals = slots;
    int lock = b.access & Opcodes.ACC_SYNCHRONIZED;
    a.access |= lock;
    b.access &= ~lock;
  }
}
