package talpa.agent.patch;

import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;

/**
 * Call sites of shadowed methods that are bound once. Robolectric's can be bound anew when the
 * shadows change: between two tests. Here they are chosen before the first class of the framework
 * is loaded, and of a constant site the compiler sees what it calls, where it else goes through
 * half a dozen method handles in each call.
 */
final class DispatchPatches {
  private static final String SUPPORT = "org.robolectric.internal.bytecode.InvokeDynamicSupport";
  private static final String SITE = "org/robolectric/internal/bytecode/RoboCallSite";
  private static final String CONSTANT = "java/lang/invoke/ConstantCallSite";
  private static final String HANDLE = "java/lang/invoke/MethodHandle";
  private static final String TYPE = "java/lang/invoke/MethodType";

  private DispatchPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    patches.put(SUPPORT, DispatchPatches::bindOnce);
  }

  private static void bindOnce(ClassNode c) {
    ClassEdit.body(ClassEdit.method(c, "bindWithFallback"), binding());
    for (String name : new String[] {"bootstrapInit", "bootstrap", "bootstrapStatic"}) {
      constantResult(ClassEdit.method(c, name));
    }
  }

  /** {@code target = handle.asType(site.type()); site.setTarget(target); return target;} */
  private static InsnList binding() {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new VarInsnNode(Opcodes.ALOAD, 1));
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(virtual(SITE, "type", "()L" + TYPE + ";"));
    l.add(virtual(HANDLE, "asType", "(L" + TYPE + ";)L" + HANDLE + ";"));
    l.add(new InsnNode(Opcodes.DUP_X1));
    l.add(virtual(SITE, "setTarget", "(L" + HANDLE + ";)V"));
    l.add(new InsnNode(Opcodes.ARETURN));
    return l;
  }

  /** {@code return new ConstantCallSite(site.getTarget());} in place of {@code return site;} */
  private static void constantResult(MethodNode m) {
    int target = m.maxLocals;
    for (AbstractInsnNode i : m.instructions) {
      if (i.getOpcode() == Opcodes.ARETURN) {
        InsnList l = new InsnList();
        l.add(virtual("java/lang/invoke/CallSite", "getTarget", "()L" + HANDLE + ";"));
        l.add(new VarInsnNode(Opcodes.ASTORE, target));
        l.add(new TypeInsnNode(Opcodes.NEW, CONSTANT));
        l.add(new InsnNode(Opcodes.DUP));
        l.add(new VarInsnNode(Opcodes.ALOAD, target));
        l.add(
            new MethodInsnNode(
                Opcodes.INVOKESPECIAL, CONSTANT, "<init>", "(L" + HANDLE + ";)V", false));
        m.instructions.insertBefore(i, l);
      }
    }
  }

  private static MethodInsnNode virtual(String owner, String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, desc, false);
  }
}
