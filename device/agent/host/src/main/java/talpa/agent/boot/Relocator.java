package talpa.agent.boot;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Renames the libraries that Robolectric's classes use inside the sandbox, so that an app's own
 * (older, shrunk) copy of the same library is a different class.
 */
final class Relocator extends Remapper {
  /** The prefix of the new names. */
  static final String PREFIX = "talpa.lib.";

  private static final String PREFIX_INTERNAL = PREFIX.replace('.', '/');
  private static final String[] MOVED = internal(ClassPolicy.SHARED_LIBRARIES);

  Relocator() {
    super(org.objectweb.asm.Opcodes.ASM9);
  }

  @Override
  public String map(String internalName) {
    return ClassPolicy.in(internalName, MOVED) ? PREFIX_INTERNAL + internalName : internalName;
  }

  /** Rewrites the references of one class. */
  byte[] apply(byte[] b) {
    ClassReader r = new ClassReader(b);
    ClassWriter w = new ClassWriter(0);
    r.accept(new ClassRemapper(w, this), 0);
    return w.toByteArray();
  }

  private static String[] internal(String[] names) {
    String[] out = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      out[i] = names[i].replace('.', '/');
    }
    return out;
  }
}
