package talpa.agent.boot;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Changes to Robolectric's own classes, made when they are loaded into the sandbox: repairs, and
 * caches. A patch whose place is not found throws, so that a new version cannot lose it silently.
 */
final class Patches {
  private static final String HELPERS = "talpa/agent/patch/";
  private static final String RES = "org.robolectric.res.android.";

  private final Map<String, Consumer<ClassNode>> patches = new HashMap<>();

  Patches() {
    patches.put(RES + "ResourceTypes$ResTable_package", Patches::typeIdOffset);
    patches.put("org.robolectric.shadows.ShadowSystem", Patches::wallClock);
  }

  /** The bytes of a class of Robolectric's, patched if there is a patch for it. */
  byte[] apply(String name, byte[] b) {
    Consumer<ClassNode> p = patches.get(name);
    if (p == null) {
      return b;
    }
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    p.accept(c);
    // No frames are computed: the agent's JVM does not verify.
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.accept(w);
    return w.toByteArray();
  }

  /** The field typeIdOffset counts only if the header has it. */
  private static void typeIdOffset(ClassNode c) {
    MethodNode m = method(c, "<init>");
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof FieldInsnNode f
          && f.getOpcode() == Opcodes.PUTFIELD
          && f.name.equals("typeIdOffset")) {
        String header = "org/robolectric/res/android/ResourceTypes$ResChunk_header";
        InsnList l = new InsnList();
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "header", "L" + header + ";"));
        l.add(new FieldInsnNode(Opcodes.GETFIELD, header, "headerSize", "S"));
        l.add(call("ResourceTable", "typeIdOffset", "(II)I"));
        m.instructions.insertBefore(i, l);
        return;
      }
    }
    throw missing(c, "assignment of typeIdOffset");
  }

  /** The framework's System.currentTimeMillis is the wall clock, not the uptime. */
  private static void wallClock(ClassNode c) {
    MethodNode m = method(c, "currentTimeMillis");
    m.instructions.clear();
    m.tryCatchBlocks.clear();
    m.localVariables = null;
    m.instructions.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "talpa/agent/clock/Clock", "wallMillis", "()J", false));
    m.instructions.add(new InsnNode(Opcodes.LRETURN));
  }

  private static MethodInsnNode call(String helper, String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HELPERS + helper, name, desc, false);
  }

  private static MethodNode method(ClassNode c, String name) {
    for (MethodNode m : c.methods) {
      if (m.name.equals(name)) {
        return m;
      }
    }
    throw missing(c, "method " + name);
  }

  private static IllegalStateException missing(ClassNode c, String what) {
    return new IllegalStateException("patching " + c.name + ": " + what + " not found");
  }
}
