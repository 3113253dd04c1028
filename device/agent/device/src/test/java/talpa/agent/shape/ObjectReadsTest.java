package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class ObjectReadsTest {
  private static final String GSON = "com/google/gson/Gson";

  private static class Entry {
    @SuppressWarnings("unused")
    private String title;
  }

  /** As the token of Gson, by its name. */
  @SuppressWarnings("unused")
  private abstract static class TypeToken<T> {}

  private static ClassNode reader(String owner, String name, Class<?> constant, String made) {
    MethodNode m = new MethodNode(Opcodes.ACC_PUBLIC, "load", "(Ljava/lang/String;)V", null, null);
    m.visitVarInsn(Opcodes.ALOAD, 2);
    m.visitVarInsn(Opcodes.ALOAD, 1);
    if (made != null) {
      m.visitTypeInsn(Opcodes.NEW, made);
      m.visitInsn(Opcodes.DUP);
      m.visitMethodInsn(Opcodes.INVOKESPECIAL, made, "<init>", "()V", false);
    } else {
      m.visitLdcInsn(Type.getType(constant));
    }
    m.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        owner,
        name,
        "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
        false);
    m.visitInsn(Opcodes.POP);
    m.visitInsn(Opcodes.RETURN);
    ClassNode c = new ClassNode();
    c.name = "a/Loader";
    c.methods.add(m);
    return c;
  }

  private static Set<ObjectReads.Read> reads(ClassNode c) {
    ObjectReads r = new ObjectReads();
    r.read(c);
    return r.all();
  }

  @Test
  void theConstantClassIsTheType() {
    Set<ObjectReads.Read> all = reads(reader(GSON, "fromJson", Entry.class, null));
    String entry = Type.getInternalName(Entry.class);
    assertEquals(Set.of(new ObjectReads.Read("a/Loader.load", entry, false)), all);
    assertEquals(Entry.class, all.iterator().next().resolved(getClass().getClassLoader()));
  }

  @Test
  void anArrayOfAClassIsOne() {
    Set<ObjectReads.Read> all = reads(reader(GSON, "fromJson", Entry[].class, null));
    assertEquals(Entry[].class, all.iterator().next().resolved(getClass().getClassLoader()));
    assertEquals(Set.of(), reads(reader(GSON, "fromJson", int[].class, null)));
  }

  @Test
  void aTokenSaysItsArgument() {
    Object token = new TypeToken<List<Entry>>() {};
    String made = Type.getInternalName(token.getClass());
    Set<ObjectReads.Read> all = reads(reader(GSON, "fromJson", null, made));
    assertEquals(
        "java.util.List<" + Entry.class.getName() + ">",
        all.iterator()
            .next()
            .resolved(getClass().getClassLoader())
            .getTypeName()
            .replace("\\", ""));
  }

  @Test
  void aListOfItIsAnArray() {
    ClassNode c = reader("com/alibaba/fastjson/JSON", "parseArray", Entry.class, null);
    assertEquals(Entry[].class, reads(c).iterator().next().resolved(getClass().getClassLoader()));
  }

  @Test
  void othersAreNotAsked() {
    assertEquals(Set.of(), reads(reader("a/Registry", "fromJson", Entry.class, null)));
    assertEquals(Set.of(), reads(reader(GSON, "toJson", Entry.class, null)));
    ClassNode c = reader(GSON, "fromJson", Entry.class, null);
    c.name = "com/google/gson/internal/Inner";
    assertEquals(Set.of(), reads(c));
    assertNull(new ObjectReads.Read("a.b", "no/Such", false).resolved(getClass().getClassLoader()));
  }
}
