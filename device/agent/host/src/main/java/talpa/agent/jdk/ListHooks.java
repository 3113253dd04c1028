package talpa.agent.jdk;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.order.OlderLists;
import talpa.agent.weave.ClassEdit;

/**
 * Has {@code ArrayList} hand what its checks of an index throw to {@code
 * talpa.agent.order.OlderLists}. Only devices of a level with other lists have it.
 */
final class ListHooks {
  private static final String OUTSIDE = "java/lang/IndexOutOfBoundsException";

  /** The list, the index, and the exception's other operands. */
  private static final int STACK = 4;

  private ListHooks() {}

  /** The classes that are to be changed. */
  static List<Class<?>> classes() {
    return List.of(ArrayList.class);
  }

  /** Whether a class is to stay as it is on a device of that level. */
  static boolean spares(Class<?> c, int api) {
    return c == ArrayList.class && api >= OlderLists.SINCE;
  }

  /** Changes a class. */
  static void apply(ClassNode c) {
    int found = 0;
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions.toArray()) {
        if (i instanceof MethodInsnNode call
            && call.name.equals("checkIndex")
            && call.owner.equals("java/util/Objects")
            && m.desc.startsWith("(I")) {
          guard(c, m, call);
          found++;
        }
      }
    }
    if (found == 0) {
      throw ClassEdit.missing(c, "checks of an index");
    }
  }

  private static void guard(ClassNode c, MethodNode m, MethodInsnNode check) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    LabelNode handler = new LabelNode();
    m.instructions.insertBefore(check, start);
    m.instructions.insert(check, end);
    InsnList l = new InsnList();
    l.add(handler);
    List<Object> locals = new ArrayList<>();
    locals.add(c.name);
    for (Type t : Type.getArgumentTypes(m.desc)) {
      locals.add(t.getSort() == Type.INT ? Opcodes.INTEGER : t.getInternalName());
    }
    l.add(
        new FrameNode(Opcodes.F_FULL, locals.size(), locals.toArray(), 1, new Object[] {OUTSIDE}));
    l.add(new VarInsnNode(Opcodes.ILOAD, 1));
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "size", "I"));
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "elementData", "[Ljava/lang/Object;"));
    l.add(new InsnNode(Opcodes.ARRAYLENGTH));
    l.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            "talpa/agent/order/OlderLists",
            "thrown",
            "(L" + OUTSIDE + ";III)L" + OUTSIDE + ";",
            false));
    l.add(new InsnNode(Opcodes.ATHROW));
    m.instructions.add(l);
    m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, OUTSIDE));
    m.maxStack = Math.max(m.maxStack, STACK);
  }
}
