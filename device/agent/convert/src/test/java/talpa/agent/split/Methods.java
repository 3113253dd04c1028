package talpa.agent.split;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods that people wrote, of the JDK: with loops, handlers, switches and wide locals. */
final class Methods {
  private static final int MOST = 500;

  private Methods() {}

  /** A method and its class. */
  record Of(ClassNode owner, Code code) {
    @Override
    public String toString() {
      return owner.name + "." + code.method.name + code.method.desc;
    }
  }

  /** Those with code, but for the largest. */
  static List<Of> all() throws IOException {
    List<Of> all = new ArrayList<>();
    for (Class<?> c :
        new Class<?>[] {
          HashMap.class,
          TreeMap.class,
          ConcurrentHashMap.class,
          Pattern.class,
          Formatter.class,
          BigInteger.class,
          java.util.concurrent.ThreadPoolExecutor.class,
          java.util.zip.ZipFile.class,
          java.io.ObjectInputStream.class,
        }) {
      ClassNode n = new ClassNode();
      new ClassReader(c.getName()).accept(n, ClassReader.SKIP_FRAMES);
      for (MethodNode m : n.methods) {
        if (m.instructions.size() > 0 && m.instructions.size() <= MOST) {
          all.add(new Of(n, new Code(m)));
        }
      }
    }
    return all;
  }
}
