package talpa.agent.level;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a class inherits from and declares.
 *
 * @param parents the superclass, then the interfaces
 * @param isInterface whether it is one
 * @param members as {@link SinceTable} names them
 * @param overriding those of them that can override another: neither static nor private
 * @param abstracts those of them without code
 */
record ClassHeader(
    List<String> parents,
    boolean isInterface,
    Set<String> members,
    Set<String> overriding,
    Set<String> abstracts) {

  /** Reads a class file. */
  static ClassHeader of(byte[] classFile, boolean withMembers) {
    ClassReader r = new ClassReader(classFile);
    List<String> parents = new ArrayList<>();
    if (r.getSuperName() != null) {
      parents.add(r.getSuperName());
    }
    parents.addAll(List.of(r.getInterfaces()));
    boolean isInterface = (r.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    if (!withMembers) {
      return new ClassHeader(parents, isInterface, Set.of(), Set.of(), Set.of());
    }
    Members m = new Members();
    r.accept(m, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassHeader(parents, isInterface, m.all, m.overriding, m.abstracts);
  }

  private static final class Members extends ClassVisitor {
    private final Set<String> all = new HashSet<>();
    private final Set<String> overriding = new HashSet<>();
    private final Set<String> abstracts = new HashSet<>();

    Members() {
      super(Opcodes.ASM9);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String type, String signature, Object value) {
      all.add(name + ":" + type);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String desc, String signature, String[] exceptions) {
      all.add(name + desc);
      if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && name.charAt(0) != '<') {
        overriding.add(name + desc);
      }
      if ((access & Opcodes.ACC_ABSTRACT) != 0) {
        abstracts.add(name + desc);
      }
      return null;
    }
  }
}
