package talpa.bench;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Makes an android.jar of the kind that an SDK has: the classes that an app can name, each method's
 * body a throw. No package registry carries the SDK's own. The signatures of java.* are those of
 * Java 8, from the signature file of the JDK.
 */
public final class Platform {
  private static final String JAVA_8 = "8";

  /** Where the classes lie that an app can name; the rest is the framework's inside. */
  private static final List<String> NAMEABLE =
      List.of("android/", "dalvik/", "java/", "javax/", "org/");

  private final Set<String> seen = new HashSet<>();
  private final ZipOutputStream out;

  private Platform(ZipOutputStream out) {
    this.out = out;
  }

  /** Takes the jar to make, the JDK's ct.sym and the framework's jar. */
  public static void main(String[] args) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(args[0]))) {
      Platform platform = new Platform(out);
      platform.addJar(args[2]);
      platform.addSignatures(args[1]);
    }
  }

  private void addJar(String name) throws IOException {
    try (JarFile jar = new JarFile(name)) {
      for (Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (entry.getName().endsWith(".class")) {
          addClass(jar, entry);
        }
      }
    }
  }

  /** Adds the classes of Java 8; an entry's first folder names the versions it is for. */
  private void addSignatures(String name) throws IOException {
    try (ZipFile zip = new ZipFile(name)) {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        String versions = entry.getName().split("/", 2)[0];
        if (entry.getName().endsWith(".sig") && versions.contains(JAVA_8)) {
          addClass(zip, entry);
        }
      }
    }
  }

  private void addClass(ZipFile zip, ZipEntry entry) throws IOException {
    ClassNode node = new ClassNode();
    try (InputStream in = zip.getInputStream(entry)) {
      new ClassReader(in.readAllBytes())
          .accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    boolean nameable = NAMEABLE.stream().anyMatch(node.name::startsWith) && visible(node.access);
    if (!nameable || !seen.add(node.name)) {
      return;
    }
    node.methods.removeIf(method -> !visible(method.access));
    node.fields.removeIf(field -> !visible(field.access));
    node.methods.forEach(Platform::stub);
    // Bodies without branches need no frames, which a class of Java 6 may go without.
    node.version = Opcodes.V1_6;
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    out.putNextEntry(new ZipEntry(node.name + ".class"));
    out.write(writer.toByteArray());
    out.closeEntry();
  }

  private static boolean visible(int access) {
    return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
  }

  /** Gives a method the body "throw new RuntimeException()". */
  private static void stub(MethodNode method) {
    method.instructions.clear();
    method.tryCatchBlocks.clear();
    method.localVariables = null;
    method.access &= ~Opcodes.ACC_NATIVE;
    if ((method.access & Opcodes.ACC_ABSTRACT) != 0) {
      return;
    }
    String thrown = "java/lang/RuntimeException";
    method.instructions.add(new TypeInsnNode(Opcodes.NEW, thrown));
    method.instructions.add(new InsnNode(Opcodes.DUP));
    method.instructions.add(new LdcInsnNode("Stub!"));
    method.instructions.add(
        new MethodInsnNode(
            Opcodes.INVOKESPECIAL, thrown, "<init>", "(Ljava/lang/String;)V", false));
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
  }
}
