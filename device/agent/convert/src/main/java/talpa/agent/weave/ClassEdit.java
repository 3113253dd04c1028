package talpa.agent.weave;

import java.util.ArrayList;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Small edits of classes. What is not found throws: a new version must not lose a patch. */
public final class ClassEdit {
  private ClassEdit() {}

  /** The method of that name (the first of them). */
  public static MethodNode method(ClassNode c, String name) {
    for (MethodNode m : c.methods) {
      if (m.name.equals(name)) {
        return m;
      }
    }
    throw missing(c, "method " + name);
  }

  /** Replaces a method's code. */
  public static void body(MethodNode m, InsnList code) {
    m.instructions.clear();
    m.tryCatchBlocks = new ArrayList<>();
    m.localVariables = null;
    m.instructions.add(code);
  }

  /** Makes a method return what a static method gives for its receiver (if any) and parameters. */
  public static void delegate(ClassNode c, String name, String helper, String helperName) {
    MethodNode m = method(c, name);
    boolean isStatic = (m.access & Opcodes.ACC_STATIC) != 0;
    InsnList l = new InsnList();
    int local = 0;
    String desc = m.desc;
    if (!isStatic) {
      l.add(new VarInsnNode(Opcodes.ALOAD, local++));
      desc = "(L" + c.name + ";" + desc.substring(1);
    }
    for (Type t : Type.getArgumentTypes(m.desc)) {
      l.add(new VarInsnNode(t.getOpcode(Opcodes.ILOAD), local));
      local += t.getSize();
    }
    l.add(new MethodInsnNode(Opcodes.INVOKESTATIC, helper, helperName, desc, false));
    l.add(new InsnNode(Type.getReturnType(m.desc).getOpcode(Opcodes.IRETURN)));
    body(m, l);
  }

  public static IllegalStateException missing(ClassNode c, String what) {
    return new IllegalStateException("patching " + c.name + ": " + what + " not found");
  }
}
