package talpa.agent.shape;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The types that code has a library make of JSON (Gson, Moshi, Jackson, fastjson): the constant
 * class, or array of it, that stands next before the call, or the subclass of a type token that is
 * made there. Libraries whose names were changed are not seen.
 */
public final class ObjectReads {
  private static final Pattern LIBRARY =
      Pattern.compile("com/(google/gson|squareup/moshi|fasterxml/jackson|alibaba/fastjson)/.*");
  private static final Pattern READS =
      Pattern.compile("fromJson|readValue|adapter|parseObject|parseArray|convertValue|getAdapter");
  private static final Pattern TOKEN = Pattern.compile(".*[.$]Type(Token|Reference)");

  /** Names of which a class that reads has one. */
  static final List<byte[]> NAMES =
      List.of(
          "com/google/gson/Gson".getBytes(StandardCharsets.US_ASCII),
          "com/squareup/moshi/Moshi".getBytes(StandardCharsets.US_ASCII),
          "com/fasterxml/jackson/databind".getBytes(StandardCharsets.US_ASCII),
          "com/alibaba/fastjson".getBytes(StandardCharsets.US_ASCII));

  /** How far before a call its type is looked for. */
  private static final int BEFORE = 12;

  /**
   * One of them.
   *
   * @param reader the method, by internal name of its class, a dot, and its name
   * @param type the class by internal name
   * @param many the call makes a list of it
   */
  public record Read(String reader, String type, boolean many) {
    /** The type; null if the app has no such class, or it is no type that says anything. */
    public Type resolved(ClassLoader loader) {
      try {
        Class<?> c = Class.forName(type.replace('/', '.'), false, loader);
        if (c.getGenericSuperclass() instanceof ParameterizedType p
            && TOKEN.matcher(p.getRawType().getTypeName()).matches()) {
          return p.getActualTypeArguments()[0];
        }
        return many ? c.arrayType() : c;
      } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
        return null;
      }
    }
  }

  private final Set<Read> all = new LinkedHashSet<>();

  /** Takes a class into account. */
  void read(ClassNode c) {
    if (LIBRARY.matcher(c.name).matches()) {
      return;
    }
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call && reads(call)) {
          org.objectweb.asm.Type type = typeBefore(call);
          if (type != null) {
            String element = (isArray(type) ? type.getElementType() : type).getInternalName();
            boolean many = isArray(type) || call.name.equals("parseArray");
            all.add(new Read(c.name + "." + m.name, element, many));
          }
        }
      }
    }
  }

  private static boolean reads(MethodInsnNode call) {
    return LIBRARY.matcher(call.owner).matches()
        && READS.matcher(call.name).matches()
        && !call.desc.startsWith("()");
  }

  /** A class, or an array of one; null if there is none. */
  private static org.objectweb.asm.Type typeBefore(AbstractInsnNode call) {
    AbstractInsnNode i = call.getPrevious();
    for (int n = 0; i != null && n < BEFORE; i = i.getPrevious(), n++) {
      if (i instanceof LdcInsnNode l
          && l.cst instanceof org.objectweb.asm.Type t
          && (isClass(t) || isArray(t) && isClass(t.getElementType()))) {
        return t;
      }
      boolean made = i.getOpcode() == Opcodes.NEW;
      if (made && i instanceof TypeInsnNode t && t.desc.contains("$")) {
        return org.objectweb.asm.Type.getObjectType(t.desc);
      }
    }
    return null;
  }

  private static boolean isClass(org.objectweb.asm.Type t) {
    return t.getSort() == org.objectweb.asm.Type.OBJECT;
  }

  /** One of one dimension. */
  private static boolean isArray(org.objectweb.asm.Type t) {
    return t.getSort() == org.objectweb.asm.Type.ARRAY && t.getDimensions() == 1;
  }

  /** What was found. */
  Set<Read> all() {
    return all;
  }
}
