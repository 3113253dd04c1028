package talpa.agent.patch;

import java.util.function.Predicate;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/**
 * Takes the methods out of a class of ours or of Robolectric's whose parameters or results are of
 * classes that the framework lacks, since it is an older one than they are written for: nobody can
 * call them, and with them none of the class's methods could be looked at.
 */
public final class AbsentTypes {
  private final Predicate<String> has;

  /**
   * @param has whether the framework has a class, by its internal name
   */
  public AbsentTypes(Predicate<String> has) {
    this.has = has;
  }

  /** The class without them. */
  public byte[] without(byte[] b) {
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, 0);
    if (!c.methods.removeIf(
        m -> (m.access & Opcodes.ACC_NATIVE) == 0 && lacks(Type.getMethodType(m.desc)))) {
      return b;
    }
    ClassWriter w = new ClassWriter(0);
    c.accept(w);
    return w.toByteArray();
  }

  private boolean lacks(Type method) {
    return Stream.concat(Stream.of(method.getArgumentTypes()), Stream.of(method.getReturnType()))
        .map(t -> t.getSort() == Type.ARRAY ? t.getElementType() : t)
        .anyMatch(
            t ->
                t.getSort() == Type.OBJECT
                    && t.getInternalName().startsWith("android/")
                    && !has.test(t.getInternalName()));
  }
}
