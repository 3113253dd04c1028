package talpa.agent.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Creates the modules listed in talpa/agent/modules.txt. */
final class Modules {
  private static final String LIST = "talpa/agent/modules.txt";

  private Modules() {}

  static void install(AppProcess p) throws IOException, ReflectiveOperationException {
    ClassLoader cl = Modules.class.getClassLoader();
    try (BufferedReader r =
        new BufferedReader(
            new InputStreamReader(cl.getResourceAsStream(LIST), StandardCharsets.UTF_8))) {
      for (String line; (line = r.readLine()) != null; ) {
        String name = line.replaceAll("#.*", "").strip();
        if (!name.isEmpty()) {
          Module m = (Module) Class.forName(name, true, cl).getConstructor().newInstance();
          p.modules().add(m);
          m.install(p);
        }
      }
    }
  }
}
