package talpa.agent.app;

import talpa.agent.bridge.Table;

/** Creates the modules listed in talpa/agent/modules.txt. */
final class Modules {
  private Modules() {}

  static void install(AppProcess p) throws ReflectiveOperationException {
    ClassLoader cl = Modules.class.getClassLoader();
    for (String name : Table.lines("talpa/agent/modules.txt")) {
      Module m = (Module) Class.forName(name, true, cl).getConstructor().newInstance();
      p.modules().add(m);
      m.install(p);
    }
  }
}
