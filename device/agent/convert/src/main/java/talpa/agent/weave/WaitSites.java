package talpa.agent.weave;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Has the places where code waits on a monitor, notifies it, or begins to run as a thread call
 * {@code talpa.agent.order}. Object's own methods cannot be changed: they are native.
 */
public final class WaitSites {
  /** Whose methods are called where threads begin, park and end. */
  public static final String RUN_TOKEN = "talpa/agent/order/RunToken";

  private static final String MONITORS = "talpa/agent/order/Monitors";

  private static final String OBJECT = "java/lang/Object";

  /** What is called instead of a method of Object, each with the receiver as first argument. */
  private static final Map<String, String> CALLS =
      Map.of(
          "wait()V",
          "await",
          "wait(J)V",
          "await",
          "notify()V",
          "signal",
          "notifyAll()V",
          "signalAll");

  private static final Set<String> NAMES =
      Set.of("wait", "notify", "notifyAll", "run", "hashCode", "identityHashCode");
  private static final int LONGEST = "identityHashCode".length();

  /** The tag of a text among the constants. */
  private static final int UTF8 = 1;

  private WaitSites() {}

  /** The bytes of a class with its calls replaced, also {@link HashSites}; others as they are. */
  public static byte[] apply(byte[] b) {
    ClassReader reader = new ClassReader(b);
    if (!mentions(reader, b)) {
      return b;
    }
    ClassNode c = new ClassNode();
    reader.accept(c, 0);
    if (!(replace(c) | begin(c) | HashSites.mark(c))) {
      return b;
    }
    ClassWriter w = new ClassWriter(reader, 0);
    c.accept(w);
    return w.toByteArray();
  }

  /** Whether a class has one of the names in its constants: few have, and most need no parsing. */
  private static boolean mentions(ClassReader reader, byte[] b) {
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      if (at > 0 && b[at - 1] == UTF8) {
        int n = reader.readUnsignedShort(at);
        if (n <= LONGEST && NAMES.contains(new String(b, at + 2, n, StandardCharsets.ISO_8859_1))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Replaces the calls of Object's methods; says whether there were any. */
  public static boolean replace(ClassNode c) {
    boolean found = false;
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions.toArray()) {
        found |= i instanceof MethodInsnNode call && replace(m, call);
      }
    }
    return found;
  }

  /** Replaces a call, if it is one of Object's methods; says whether it was. */
  public static boolean replace(MethodNode m, MethodInsnNode call) {
    String to = call.getOpcode() == Opcodes.INVOKEVIRTUAL ? CALLS.get(call.name + call.desc) : null;
    if (to == null) {
      return false;
    }
    if (call.desc.equals("()V") && to.equals("await")) {
      m.instructions.insertBefore(call, new InsnNode(Opcodes.LCONST_0));
      m.maxStack += 2;
      call.desc = "(J)V";
    }
    call.setOpcode(Opcodes.INVOKESTATIC);
    call.owner = MONITORS;
    call.name = to;
    call.desc = "(L" + OBJECT + ";" + call.desc.substring(1);
    return true;
  }

  /** Has what may be a thread's code say that it begins; says whether it may be. */
  public static boolean begin(ClassNode c) {
    boolean found = false;
    for (MethodNode m : c.methods) {
      boolean runs = m.name.equals("run") && m.desc.equals("()V");
      boolean code = m.instructions.size() > 0 && (m.access & Opcodes.ACC_STATIC) == 0;
      if (runs && code && (!c.superName.equals(OBJECT) || c.name.equals("java/lang/Thread"))) {
        InsnList l = new InsnList();
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC, RUN_TOKEN, "begin", "(L" + OBJECT + ";)V", false));
        m.instructions.insert(l);
        m.maxStack++;
        found = true;
      }
    }
    return found;
  }
}
