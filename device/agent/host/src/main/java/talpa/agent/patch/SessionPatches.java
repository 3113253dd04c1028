package talpa.agent.patch;

import java.util.Map;
import java.util.Set;
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
 * Drag and drop: what windows ask of the window manager by their session, which Robolectric answers
 * for all of them, {@code talpa.agent.window.Drags} answers.
 */
final class SessionPatches {
  private static final String GLOBAL = "org.robolectric.shadows.ShadowWindowManagerGlobal";
  private static final String DRAGS = "talpa/agent/window/Drags";

  /** The methods of the surface that stand in the device by the same names. */
  private static final Set<String> DRAWING =
      Set.of("isValid", "copyFrom", "lockCanvas", "lockHardwareCanvas", "unlockCanvasAndPost");

  private static final String PICTURE = "talpa/agent/window/DragPicture";
  private static final String SURFACE = "android/view/Surface";

  private SessionPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    patches.merge(GLOBAL, SessionPatches::notice, Consumer::andThen);
    patches.merge("android.view.View", SessionPatches::picture, Consumer::andThen);
    patches.merge(GLOBAL + "$WindowSessionDelegate", SessionPatches::drag, Consumer::andThen);
  }

  /** Calls that Robolectric answers with nothing are noticed. */
  private static void notice(ClassNode c) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 1));
    l.add(new VarInsnNode(Opcodes.ALOAD, 2));
    String desc = "(Ljava/lang/reflect/Method;[Ljava/lang/Object;)V";
    l.add(new MethodInsnNode(Opcodes.INVOKESTATIC, DRAGS, "asked", desc, false));
    ClassEdit.method(c, "lambda$getWindowSession$0").instructions.insert(l);
  }

  /** A view draws what is dragged, though there are no surfaces. */
  private static void picture(ClassNode c) {
    for (MethodNode m : c.methods) {
      if (!m.name.endsWith("startDragAndDrop") && !m.name.endsWith("updateDragShadow")) {
        continue;
      }
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.owner.equals(SURFACE)
            && DRAWING.contains(call.name)) {
          call.setOpcode(Opcodes.INVOKESTATIC);
          call.owner = PICTURE;
          call.desc = "(L" + SURFACE + ";" + call.desc.substring(1);
        }
      }
    }
  }

  private static void drag(ClassNode c) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 1));
    String desc = "([Ljava/lang/Object;)Landroid/os/IBinder;";
    l.add(new MethodInsnNode(Opcodes.INVOKESTATIC, DRAGS, "perform", desc, false));
    l.add(new InsnNode(Opcodes.ARETURN));
    ClassEdit.body(ClassEdit.method(c, "performDrag"), l);
  }
}
