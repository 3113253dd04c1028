package talpa.agent.patch;

import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.weave.Redirects;

/**
 * The HTTP client of Apache's that devices have for older apps follows the rules of the app's own
 * calls to the network: it works on the app's thread and with its permissions.
 */
final class NetworkPatches {
  private NetworkPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    String conn = "org.apache.http.conn.";
    patches.put("org.apache.http.impl.conn.DefaultClientConnectionOperator", NetworkPatches::ruled);
    patches.put(conn + "scheme.PlainSocketFactory", NetworkPatches::ruled);
    patches.put(conn + "MultihomePlainSocketFactory", NetworkPatches::ruled);
    patches.put(conn + "ssl.SSLSocketFactory", NetworkPatches::ruled);
  }

  private static void ruled(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions.toArray()) {
        if (i instanceof MethodInsnNode call
            && (call.owner.equals("java/net/InetAddress") || call.name.equals("connect"))) {
          Redirects.apply(m.instructions, call, call.owner);
        }
      }
    }
  }
}
