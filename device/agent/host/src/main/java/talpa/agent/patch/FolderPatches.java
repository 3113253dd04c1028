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
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;

/**
 * Robolectric makes temporary folders for an app's files and tells the app of them; here {@code
 * talpa.agent.process.Storage} knows the folders, and {@code talpa.agent.libcore.FileTimes} the
 * times of files.
 */
final class FolderPatches {
  private FolderPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    for (String c :
        new String[] {
          "org.robolectric.android.internal.AndroidTestEnvironment",
          "org.robolectric.shadows.ShadowPackageManager"
        }) {
      patches.merge(c, FolderPatches::ask, Consumer::andThen);
    }
    patches.merge("org.robolectric.shadows.ShadowLinux", FolderPatches::times, Consumer::andThen);
  }

  /** The framework's stat has the same times as the app's File. */
  private static void times(ClassNode c) {
    for (AbstractInsnNode i : ClassEdit.method(c, "stat").instructions) {
      if (i instanceof MethodInsnNode call && call.name.equals("lastModified")) {
        call.setOpcode(Opcodes.INVOKESTATIC);
        call.owner = "talpa/agent/libcore/FileTimes";
        call.desc = "(Ljava/io/File;)J";
        return;
      }
    }
    throw ClassEdit.missing(c, "lastModified");
  }

  private static void ask(ClassNode c) {
    MethodNode m = ClassEdit.method(c, "createTempDir");
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, (m.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1));
    String desc = "(Ljava/lang/String;)Ljava/lang/String;";
    l.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "talpa/agent/process/Storage", "folder", desc, false));
    l.add(new InsnNode(Opcodes.ARETURN));
    ClassEdit.body(m, l);
  }
}
