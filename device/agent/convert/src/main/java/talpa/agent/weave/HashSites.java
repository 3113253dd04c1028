package talpa.agent.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has the places where code asks an object for its hash code first show it to {@code
 * talpa.agent.order.Identity}. The call itself stays: who throws for null, and how, is the same.
 */
public final class HashSites {
  private static final String IDENTITY = "talpa/agent/order/Identity";
  private static final String OBJECT = "java/lang/Object";

  private HashSites() {}

  /** Marks all such places of a class; says whether there were any. */
  public static boolean mark(ClassNode c) {
    boolean found = false;
    for (MethodNode m : c.methods) {
      boolean here = false;
      for (AbstractInsnNode i : m.instructions.toArray()) {
        here |= i instanceof MethodInsnNode call && mark(m, call);
      }
      m.maxStack += here ? 1 : 0;
      found |= here;
    }
    return found;
  }

  /** Marks one call, if it asks for a hash code, with one more operand; says whether it does. */
  public static boolean mark(MethodNode m, MethodInsnNode call) {
    if (!asks(call)) {
      return false;
    }
    m.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
    m.instructions.insertBefore(
        call,
        new MethodInsnNode(Opcodes.INVOKESTATIC, IDENTITY, "mark", "(L" + OBJECT + ";)V", false));
    return true;
  }

  private static boolean asks(MethodInsnNode call) {
    if (call.getOpcode() == Opcodes.INVOKESTATIC) {
      return call.name.equals("identityHashCode") && call.owner.equals("java/lang/System");
    }
    return call.name.equals("hashCode")
        && call.desc.equals("()I")
        && !call.owner.equals("java/lang/String");
  }
}
