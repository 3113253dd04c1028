package talpa.agent.boot;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Robolectric looks for the app's classes in the loader of its own; here they are in one below,
 * which {@code talpa.agent.app.AppCode} knows.
 */
final class LoaderPatches {
  private static final String APP_CODE = "talpa/agent/app/AppCode";

  private LoaderPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    patches.put(
        "org.robolectric.shadows.ShadowContextImpl", c -> redirect(c, List.of("getClassLoader")));
    patches.put(
        "org.robolectric.shadows.ShadowLoadedApk",
        c -> redirect(c, List.of("getClassLoader", "getSplitClassLoader")));
    patches.put("org.robolectric.shadow.api.Shadow", c -> redirect(c, List.of("newInstanceOf")));
    patches.put(
        "org.robolectric.android.internal.AndroidTestEnvironment",
        c -> redirect(c, List.of("getApplicationClass", "installAndCreateApplication")));
  }

  private static void redirect(ClassNode c, List<String> methods) {
    int found = 0;
    for (MethodNode m : c.methods) {
      if (methods.contains(m.name)) {
        for (AbstractInsnNode i : m.instructions) {
          found += i instanceof MethodInsnNode call && redirect(call) ? 1 : 0;
        }
      }
    }
    if (found < methods.size()) {
      throw ClassEdit.missing(c, "use of a class loader in one of " + methods);
    }
  }

  private static boolean redirect(MethodInsnNode call) {
    if (!call.owner.equals("java/lang/Class")) {
      return false;
    }
    if (call.name.equals("getClassLoader")) {
      call.setOpcode(Opcodes.INVOKESTATIC);
      call.owner = APP_CODE;
      call.name = "loader";
      call.desc = "(Ljava/lang/Class;)Ljava/lang/ClassLoader;";
      return true;
    }
    if (call.name.equals("forName") && call.desc.startsWith("(Ljava/lang/String;)")) {
      call.owner = APP_CODE;
      return true;
    }
    return false;
  }
}
