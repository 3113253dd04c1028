package talpa.agent.jdk;

import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;

/**
 * Has the JDK's classes that write to files ask {@code talpa.agent.order.Room} before. Channels of
 * {@code java.nio} do not ask.
 */
final class FileHooks {
  private FileHooks() {}

  /** The classes that are to be changed. */
  static List<Class<?>> classes() {
    return List.of(FileOutputStream.class, RandomAccessFile.class);
  }

  /** Changes a class. */
  static void apply(ClassNode c) {
    int found = 0;
    for (MethodNode m : c.methods) {
      if (m.name.equals("write") && (m.access & Opcodes.ACC_PUBLIC) != 0) {
        InsnList l = new InsnList();
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "path", "Ljava/lang/String;"));
        l.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                "talpa/agent/order/Room",
                "check",
                "(Ljava/lang/String;)V",
                false));
        m.instructions.insert(l);
        m.maxStack = Math.max(m.maxStack, 1);
        found++;
      }
    }
    if (found == 0 || c.fields.stream().noneMatch(f -> f.name.equals("path"))) {
      throw ClassEdit.missing(c, "methods that write to a path");
    }
  }
}
