package talpa.agent.weave;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Has the places where an app loads a library of native code, and has code of its own for the case
 * that it cannot, fail as on a phone whose processor the library is not for: the app then does in
 * Java what it would have done natively. Elsewhere the load seems to work, and the native methods
 * do nothing.
 *
 * <p>Such a place catches the error, and keeps or returns in a boolean whether it came that far.
 * One that catches the error only to log it would call the native methods all the same.
 */
public final class LibrarySites {
  private static final Set<String> CAUGHT =
      Set.of(
          "java/lang/UnsatisfiedLinkError",
          "java/lang/LinkageError",
          "java/lang/Error",
          "java/lang/Throwable");

  private LibrarySites() {}

  /** Replaces the loads of a method that can fail; says whether there were any. */
  public static boolean replace(MethodNode m) {
    boolean found = false;
    for (TryCatchBlockNode guard : m.tryCatchBlocks) {
      if (guard.type == null || !CAUGHT.contains(guard.type)) {
        continue;
      }
      int end = m.instructions.indexOf(guard.end);
      for (AbstractInsnNode i = guard.start; m.instructions.indexOf(i) < end; i = i.getNext()) {
        if (i instanceof MethodInsnNode call && loads(call) && kept(m, call, guard.handler)) {
          fail(call);
          found = true;
        }
      }
    }
    return found;
  }

  private static boolean loads(MethodInsnNode call) {
    return (call.owner.equals("java/lang/System") || call.owner.equals("java/lang/Runtime"))
        && (call.name.equals("loadLibrary") || call.name.equals("load"));
  }

  /** Whether the code after the load or the handler keeps the outcome, and the error ends there. */
  private static boolean kept(MethodNode m, MethodInsnNode load, AbstractInsnNode handler) {
    boolean answers = m.desc.endsWith(")Z");
    return ends(handler) != Opcodes.ATHROW && (keeps(load, answers) || keeps(handler, answers));
  }

  /** Whether the code from here to its next jump writes a boolean field or returns a boolean. */
  private static boolean keeps(AbstractInsnNode from, boolean answers) {
    for (AbstractInsnNode i = from; i != null; i = i.getNext()) {
      int code = i.getOpcode();
      if (i instanceof FieldInsnNode f
          && f.desc.equals("Z")
          && (code == Opcodes.PUTSTATIC || code == Opcodes.PUTFIELD)) {
        return true;
      }
      if (leaves(code)) {
        return answers && code == Opcodes.IRETURN;
      }
    }
    return false;
  }

  /** How the code from here to its next jump ends; -1 if it does not. */
  private static int ends(AbstractInsnNode from) {
    for (AbstractInsnNode i = from; i != null; i = i.getNext()) {
      if (leaves(i.getOpcode())) {
        return i.getOpcode();
      }
    }
    return -1;
  }

  private static boolean leaves(int code) {
    return code == Opcodes.GOTO
        || code == Opcodes.ATHROW
        || code >= Opcodes.IRETURN && code <= Opcodes.RETURN;
  }

  /** Has a call fail that loads a library. */
  static void fail(MethodInsnNode call) {
    boolean ofRuntime = call.getOpcode() != Opcodes.INVOKESTATIC;
    call.setOpcode(Opcodes.INVOKESTATIC);
    call.owner = Redirects.SYSTEM;
    call.name = call.name.equals("load") ? "failToLoad" : "failToLoadLibrary";
    call.desc = ofRuntime ? "(Ljava/lang/Runtime;Ljava/lang/String;)V" : "(Ljava/lang/String;)V";
    call.itf = false;
  }
}
