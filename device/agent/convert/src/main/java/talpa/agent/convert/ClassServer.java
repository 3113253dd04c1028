package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import talpa.agent.wire.Json;

/**
 * Converts the classes of an APK when they are asked for. Frames begin with their length, four
 * bytes. It says the facts of the app as JSON first, then the internal names of its classes, a line
 * each. Then it answers requests: {@code C} and a name ask for a class, {@code P} for one that
 * records what is run ({@link Probes}). The answer is the number of methods that failed (four
 * bytes) and the class file, which is empty for what cannot be converted.
 */
final class ClassServer {
  private static final int MAX_REQUEST = 1 << 17;

  private final DexClasses classes;
  private final ClassConverter converter;
  private final ClassConverter probing;
  private final Path apk;
  private final Set<String> names = new HashSet<>();
  private int failed;

  ClassServer(Path apk) throws IOException {
    this.apk = apk;
    this.classes = new DexClasses(apk);
    this.converter = new ClassConverter(classes.heads(), false, () -> failed++);
    this.probing = converter.with(true);
    converter.classes().forEach(c -> names.add(AppIndex.internal(c.className)));
  }

  /** Tells that an APK cannot be read, and why. */
  static void refuse(String why, DataOutputStream out) throws IOException {
    frame(out, Json.write(Map.of("unreadable", why)).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Serves until its input ends. */
  void serve(DataInputStream in, DataOutputStream out) throws IOException {
    frame(out, Json.write(facts()).getBytes(StandardCharsets.UTF_8));
    frame(out, names.stream().sorted().collect(Collectors.joining("\n")).getBytes("UTF-8"));
    out.flush();
    while (true) {
      byte[] request;
      try {
        request = new byte[Math.min(in.readInt(), MAX_REQUEST)];
      } catch (EOFException e) {
        return;
      }
      in.readFully(request);
      String text = new String(request, 1, request.length - 1, StandardCharsets.UTF_8);
      switch (request[0]) {
        case 'C' -> answer(text, converter, out);
        case 'P' -> answer(text, probing, out);
        default -> throw new IOException("request " + request[0]);
      }
      out.flush();
    }
  }

  private Map<String, Object> facts() throws IOException {
    int methods = 0;
    for (DexClassNode c : converter.classes()) {
      if (c.methods != null) {
        methods +=
            (int)
                c.methods.stream()
                    .filter(m -> (m.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0)
                    .count();
      }
    }
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("classes", names.size());
    m.put("methods", methods);
    m.put("native", ApkConverter.nativeLibraries(apk));
    return m;
  }

  private void answer(String name, ClassConverter by, DataOutputStream out) throws IOException {
    failed = 0;
    ClassConverter.Converted c = names.contains(name) ? convert(name, by) : null;
    byte[] file = c == null ? new byte[0] : c.bytes();
    out.writeInt(Integer.BYTES + file.length);
    out.writeInt(failed);
    out.write(file);
  }

  private ClassConverter.Converted convert(String name, ClassConverter by) {
    DexClassNode c;
    try {
      c = classes.read("L" + name + ";");
    } catch (RuntimeException e) {
      System.err.println("class " + name + ": " + e);
      c = null;
    }
    failed += c == null ? 1 : 0;
    return c == null ? null : by.convert(c);
  }

  private static void frame(DataOutputStream out, byte[] b) throws IOException {
    out.writeInt(b.length);
    out.write(b);
  }
}
