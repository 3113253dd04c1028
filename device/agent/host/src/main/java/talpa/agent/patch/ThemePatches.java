package talpa.agent.patch;

import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import talpa.agent.weave.ClassEdit;

/**
 * Copies of themes without ballast. Robolectric's {@code SetTo} gives the copy an empty table for
 * each of the 255 packages that the original lacks, a quarter of a megabyte in all, and copies
 * values that nobody changes. A package that is absent reads as an empty one everywhere.
 */
final class ThemePatches {
  private static final String THEME = "org/robolectric/res/android/CppAssetManager2$Theme";
  private static final String TABLE = THEME + "$ThemePackage";
  private static final String VALUE = "org/robolectric/res/android/ResourceTypes$Res_value";

  private ThemePatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    patches.put(THEME.replace('/', '.'), ThemePatches::copy);
  }

  private static void copy(ClassNode c) {
    MethodNode m = ClassEdit.method(c, "SetTo");
    absentPackage(c, m);
    sharedValue(c, m);
  }

  /** The first table that the method makes is that of a package that the other theme lacks. */
  private static void absentPackage(ClassNode c, MethodNode m) {
    AbstractInsnNode i = m.instructions.getFirst();
    while (!(i instanceof TypeInsnNode t && t.getOpcode() == Opcodes.NEW && t.desc.equals(TABLE))) {
      i = i.getNext();
      if (i == null) {
        throw ClassEdit.missing(c, "a new package in SetTo");
      }
    }
    while (i.getOpcode() != Opcodes.INVOKESPECIAL) {
      AbstractInsnNode next = i.getNext();
      m.instructions.remove(i);
      i = next;
    }
    m.instructions.set(i, new InsnNode(Opcodes.ACONST_NULL));
  }

  private static void sharedValue(ClassNode c, MethodNode m) {
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode call
          && call.owner.equals(VALUE)
          && call.name.equals("copy")) {
        m.instructions.remove(i);
        return;
      }
    }
    throw ClassEdit.missing(c, "a copy of a value in SetTo");
  }
}
