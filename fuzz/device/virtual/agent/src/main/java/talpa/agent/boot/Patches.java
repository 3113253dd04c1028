package talpa.agent.boot;

/** Repairs of Robolectric's own classes, made when they are loaded into the sandbox. */
final class Patches {
  byte[] apply(String name, byte[] b) {
    return b;
  }
}
