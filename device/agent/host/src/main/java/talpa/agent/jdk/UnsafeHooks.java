package talpa.agent.jdk;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.weave.ClassEdit;

/**
 * Has {@code Unsafe.getUnsafe} not ask who calls: on Android a call by reflection passes, since the
 * caller is the platform's. Calls in the app's code pass too, which are refused there.
 */
final class UnsafeHooks {
  private UnsafeHooks() {}

  /** The class that is to be changed. */
  static List<Class<?>> classes() throws ClassNotFoundException {
    return List.of(Class.forName("sun.misc.Unsafe", false, null));
  }

  /** Changes it. */
  static void apply(ClassNode c) {
    openToReflection(c);
    String type = "L" + c.name + ";";
    for (MethodNode m : c.methods) {
      if (m.name.equals("getUnsafe")
          && c.fields.stream().anyMatch(f -> f.name.equals("theUnsafe"))) {
        m.instructions.clear();
        m.tryCatchBlocks.clear();
        m.localVariables = null;
        m.instructions.add(new FieldInsnNode(Opcodes.GETSTATIC, c.name, "theUnsafe", type));
        m.instructions.add(new InsnNode(Opcodes.ARETURN));
        return;
      }
    }
    throw ClassEdit.missing(c, "getUnsafe, or the field that it gives");
  }

  /** The class hides the method from reflection when it is initialized. */
  private static void openToReflection(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call && call.name.equals("registerMethodsToFilter")) {
          m.instructions.set(i, new InsnNode(Opcodes.POP2)); // the class and the names
          return;
        }
      }
    }
    throw ClassEdit.missing(c, "registerMethodsToFilter");
  }
}
