package talpa.agent.convert;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexCodeNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.node.insn.DexStmtNode;
import com.googlecode.d2j.node.insn.MethodStmtNode;
import com.googlecode.d2j.node.insn.TypeStmtNode;
import com.googlecode.d2j.reader.Op;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The key of a class's translation: classes with one key become one class file, whichever apps they
 * are of. It is a digest of all that the translation reads: the class as it was parsed, the classes
 * that it is nested with, and the answers of the index ({@link Answers}).
 *
 * <p>The parsed class is walked by the public fields of dex2jar's nodes, so that no part of it can
 * be forgotten; what they lead to beside nodes is known by its text, or fails.
 */
final class ClassKey {
  /** Bytes of a key. */
  static final int SIZE = 32;

  private static final String NODES = "com.googlecode.d2j.node.";
  private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

  private final Map<String, Integer> texts = new HashMap<>();
  private final Map<DexLabel, Integer> labels = new IdentityHashMap<>();
  private byte[] bytes = new byte[4096];
  private int size;

  private ClassKey() {}

  /**
   * The key of a class, or null if it has none. Asks the index all that the translation is to ask.
   *
   * @param nest what is known of the classes that it is nested with
   */
  static byte[] of(DexClassNode c, int dexVersion, List<Object> nest, Answers answers) {
    ClassKey k = new ClassKey();
    try {
      k.number(dexVersion);
      k.value(c);
      k.value(nest);
      ask(c, answers);
      answers.all().forEach(k::text);
      MessageDigest d = MessageDigest.getInstance("SHA-256");
      d.update(k.bytes, 0, k.size);
      return d.digest();
    } catch (NoSuchAlgorithmException | IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (UnknownPartException e) {
      return null;
    }
  }

  /** A parsed class holds something that no key is written of. */
  private static final class UnknownPartException extends Exception {
    private static final long serialVersionUID = 1;
  }

  /**
   * What of a kind of node is walked.
   *
   * @param name the kind's name below {@link #NODES}
   */
  private record Shape(String name, Field[] fields) {
    static Shape of(Class<?> c) {
      List<Field> l = new ArrayList<>();
      for (Field f : c.getFields()) {
        if (!Modifier.isStatic(f.getModifiers())) {
          f.setAccessible(true);
          l.add(f);
        }
      }
      l.sort((a, b) -> a.getName().compareTo(b.getName()));
      return new Shape(c.getName().substring(NODES.length()), l.toArray(Field[]::new));
    }
  }

  /** Writes a value so that no two different ones are written alike. */
  private void value(Object o) throws IllegalAccessException, UnknownPartException {
    if (o == null) {
      kind('0');
    } else if (o instanceof String s) {
      kind('s');
      text(s);
    } else if (o instanceof Integer i) {
      kind('i');
      number(i);
    } else if (o instanceof List<?> l) {
      kind('l');
      number(l.size());
      for (Object item : l) {
        value(item);
      }
    } else if (o instanceof Enum<?> e) {
      kind('e');
      text(e.name());
    } else if (o instanceof DexLabel l) {
      kind('j');
      number(labels.computeIfAbsent(l, x -> labels.size()));
    } else if (o.getClass().isArray()) {
      array(o);
    } else if (o.getClass().getName().startsWith(NODES)) {
      Shape shape = SHAPES.computeIfAbsent(o.getClass(), Shape::of);
      kind('n');
      text(shape.name);
      for (Field f : shape.fields) {
        value(f.get(o));
      }
    } else {
      leaf(o);
    }
  }

  private void array(Object o) throws IllegalAccessException, UnknownPartException {
    int n = Array.getLength(o);
    kind('a');
    text(o.getClass().getName());
    number(n);
    for (int i = 0; i < n; i++) {
      value(Array.get(o, i));
    }
  }

  /** Writes what no field of a node leads on from. */
  private void leaf(Object o) throws UnknownPartException {
    if (o instanceof Method m) {
      member('m', m.getOwner(), m.getName(), m.getDesc());
    } else if (o instanceof com.googlecode.d2j.Field f) {
      member('f', f.getOwner(), f.getName(), f.getType());
    } else if (o instanceof com.googlecode.d2j.DexType t) {
      kind('t');
      text(t.desc);
    } else if (o instanceof Float f) {
      kind('F');
      number(Float.floatToRawIntBits(f));
    } else if (o instanceof Double d) {
      long bits = Double.doubleToRawLongBits(d);
      kind('D');
      number((int) (bits >> 32));
      number((int) bits);
    } else if (o instanceof Number || o instanceof Boolean || o instanceof Character) {
      kind('p');
      text(o.getClass().getName());
      text(o.toString());
    } else {
      throw new UnknownPartException();
    }
  }

  private void member(char kind, String owner, String name, String type) {
    kind(kind);
    for (String s : new String[] {owner, name, type}) {
      kind(s == null ? '0' : 's'); // of an annotation's enum constant the type is not known
      text(s == null ? "" : s);
    }
  }

  private void kind(char c) {
    room(1);
    bytes[size++] = (byte) c;
  }

  private void number(int n) {
    room(Integer.BYTES);
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (n >> shift);
    }
  }

  /** Writes a text, or which of those before it is: digests take their time. */
  private void text(String s) {
    int fresh = texts.size();
    Integer before = texts.putIfAbsent(s, fresh);
    number(before == null ? fresh : before);
    if (before != null) {
      return;
    }
    int n = s.length();
    number(n);
    room(n * Character.BYTES);
    for (int i = 0; i < n; i++) {
      char c = s.charAt(i);
      bytes[size++] = (byte) (c >> 8);
      bytes[size++] = (byte) c;
    }
  }

  private void room(int n) {
    if (bytes.length - size < n) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + n));
    }
  }

  private static void ask(DexClassNode c, Answers answers) {
    if (c.methods == null) {
      return;
    }
    for (DexMethodNode m : c.methods) {
      if (m.codeNode != null) {
        ask(AppIndex.internal(c.className), m.codeNode, answers);
      }
    }
  }

  private static void ask(String cls, DexCodeNode code, Answers answers) {
    Set<String> allocated = new LinkedHashSet<>();
    for (DexStmtNode s : code.stmts) {
      if (s instanceof TypeStmtNode t && t.op == Op.NEW_INSTANCE) {
        allocated.add(AppIndex.internal(t.type));
      }
    }
    for (DexStmtNode s : code.stmts) {
      if (s instanceof MethodStmtNode call && call.method.getOwner().startsWith("L")) {
        ask(call.op, call.method, allocated, answers);
        askInherited(cls, call, answers);
      }
    }
  }

  private static void ask(Op op, Method m, Set<String> allocated, Answers answers) {
    String owner = AppIndex.internal(m.getOwner());
    if (m.getName().equals("<init>")) {
      askConstructor(owner, m.getDesc(), answers);
      for (String type : allocated) {
        askConstructor(type, m.getDesc(), answers);
      }
      return;
    }
    switch (op) {
      case INVOKE_STATIC:
      case INVOKE_STATIC_RANGE:
      case INVOKE_DIRECT:
      case INVOKE_DIRECT_RANGE:
      case INVOKE_SUPER:
      case INVOKE_SUPER_RANGE:
        answers.isInterface(owner);
        break;
      default:
        break;
    }
    answers.redirectOwner(owner, m.getName(), m.getDesc());
  }

  private static void askInherited(String cls, MethodStmtNode call, Answers answers) {
    String owner = AppIndex.internal(call.method.getOwner());
    boolean beside = call.op == Op.INVOKE_SUPER || call.op == Op.INVOKE_SUPER_RANGE;
    if (beside && answers.isInterface(owner)) {
      answers.inherits(cls, owner);
    }
  }

  private static void askConstructor(String cls, String desc, Answers answers) {
    answers.redirectOwner(answers.constructorOwner(cls, desc), "<init>", desc);
  }
}
