package talpa.agent.patch;

import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;

/** Patches of Robolectric's resource tables: one repair, and the cures for their slowness. */
final class ResourcePatches {
  private static final String PACKAGE = "org/robolectric/res/android/";
  private static final String FAST = PACKAGE + "FastLookups";
  private static final String CACHE = PACKAGE + "EntryCache";
  private static final String CACHE_DESC = "L" + CACHE + ";";
  private static final String CACHE_FIELD = "talpaEntries";
  private static final String IDS_FIELD = "talpaIds";
  private static final String REF = PACKAGE + "Ref";
  private static final String COOKIE = PACKAGE + "ApkAssetsCookie";
  private static final String PARSER = PACKAGE + "ResXMLParser";

  private ResourcePatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    String p = PACKAGE.replace('/', '.');
    patches.put(p + "ResourceTypes$ResTable_package", ResourcePatches::typeIdOffset);
    patches.put(p + "CppAssetManager2", ResourcePatches::entryCache);
    patches.put(
        p + "LoadedArsc$LoadedPackage",
        c -> ClassEdit.delegate(c, "GetEntryOffset", FAST, "entryOffset"));
    patches.put(
        p + "ResXMLParser",
        c -> ClassEdit.delegate(c, "getAttributeNameID", FAST, "attributeNameId"));
    patches.put(p + "AttributeResolution10$XmlAttributeFinder", ResourcePatches::attributeIds);
    patches.put(p + "AttributeResolution10$BagAttributeFinder", ResourcePatches::bagSearch);
  }

  /** The field typeIdOffset counts only if the header has it. */
  private static void typeIdOffset(ClassNode c) {
    MethodNode m = ClassEdit.method(c, "<init>");
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof FieldInsnNode f
          && f.getOpcode() == Opcodes.PUTFIELD
          && f.name.equals("typeIdOffset")) {
        String header = PACKAGE + "ResourceTypes$ResChunk_header";
        InsnList l = new InsnList();
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "header", "L" + header + ";"));
        l.add(new FieldInsnNode(Opcodes.GETFIELD, header, "headerSize", "S"));
        l.add(call(FAST, "typeIdOffset", "(II)I"));
        m.instructions.insertBefore(i, l);
        return;
      }
    }
    throw ClassEdit.missing(c, "assignment of typeIdOffset");
  }

  /** A cache in front of FindEntry, cleared by whatever changes its answers. */
  private static void entryCache(ClassNode c) {
    c.fields.add(new FieldNode(Opcodes.ACC_FINAL, CACHE_FIELD, CACHE_DESC, null, null));
    for (MethodNode m : c.methods) {
      if (m.name.equals("<init>")) {
        createCache(c, m);
      }
    }
    for (String name :
        new String[] {"RebuildFilterList", "BuildDynamicRefTable", "InvalidateCaches"}) {
      InsnList l = new InsnList();
      l.add(cache(c));
      l.add(virtual(CACHE, "clear", "()V"));
      ClassEdit.method(c, name).instructions.insert(l);
    }
    MethodNode original = ClassEdit.method(c, "FindEntry");
    MethodNode cached =
        new MethodNode(original.access, original.name, original.desc, original.signature, null);
    original.name = "FindEntryUncached";
    cached.instructions.add(cachedFindEntry(c, original));
    c.methods.add(cached);
  }

  private static void createCache(ClassNode c, MethodNode init) {
    AbstractInsnNode superCall = init.instructions.getFirst();
    while (superCall.getOpcode() != Opcodes.INVOKESPECIAL) {
      superCall = superCall.getNext();
    }
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new TypeInsnNode(Opcodes.NEW, CACHE));
    l.add(new InsnNode(Opcodes.DUP));
    l.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, CACHE, "<init>", "()V", false));
    l.add(new FieldInsnNode(Opcodes.PUTFIELD, c.name, CACHE_FIELD, CACHE_DESC));
    init.instructions.insert(superCall, l);
  }

  /** Locals: 1 id, 2 density override, 3 Ref for the entry, 4 cookie. */
  private static InsnList cachedFindEntry(ClassNode c, MethodNode original) {
    InsnList l = new InsnList();
    LabelNode uncached = new LabelNode();
    LabelNode miss = new LabelNode();
    l.add(new VarInsnNode(Opcodes.ILOAD, 2));
    l.add(new JumpInsnNode(Opcodes.IFNE, uncached));
    l.add(cache(c));
    l.add(new VarInsnNode(Opcodes.ILOAD, 1));
    l.add(new VarInsnNode(Opcodes.ALOAD, 3));
    l.add(virtual(CACHE, "cookie", "(IL" + REF + ";)Ljava/lang/Object;"));
    l.add(new VarInsnNode(Opcodes.ASTORE, 4));
    l.add(new VarInsnNode(Opcodes.ALOAD, 4));
    l.add(new JumpInsnNode(Opcodes.IFNULL, miss));
    l.add(new VarInsnNode(Opcodes.ALOAD, 4));
    l.add(new TypeInsnNode(Opcodes.CHECKCAST, COOKIE));
    l.add(new InsnNode(Opcodes.ARETURN));
    l.add(miss);
    l.add(callOriginal(c, original));
    l.add(new VarInsnNode(Opcodes.ASTORE, 4));
    l.add(cache(c));
    l.add(new VarInsnNode(Opcodes.ILOAD, 1));
    l.add(new VarInsnNode(Opcodes.ALOAD, 4));
    l.add(new VarInsnNode(Opcodes.ALOAD, 3));
    l.add(virtual(REF, "get", "()Ljava/lang/Object;"));
    l.add(virtual(CACHE, "put", "(ILjava/lang/Object;Ljava/lang/Object;)V"));
    l.add(new VarInsnNode(Opcodes.ALOAD, 4));
    l.add(new TypeInsnNode(Opcodes.CHECKCAST, COOKIE));
    l.add(new InsnNode(Opcodes.ARETURN));
    l.add(uncached);
    l.add(callOriginal(c, original));
    l.add(new InsnNode(Opcodes.ARETURN));
    return l;
  }

  private static InsnList callOriginal(ClassNode c, MethodNode original) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new VarInsnNode(Opcodes.ILOAD, 1));
    l.add(new VarInsnNode(Opcodes.ILOAD, 2));
    l.add(new VarInsnNode(Opcodes.ALOAD, 3));
    l.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, c.name, original.name, original.desc, false));
    return l;
  }

  private static InsnList cache(ClassNode c) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, CACHE_FIELD, CACHE_DESC));
    return l;
  }

  /** The ids of the element's attributes are read once, not for each attribute asked for. */
  private static void attributeIds(ClassNode c) {
    c.fields.add(new FieldNode(0, IDS_FIELD, "[I", null, null));
    LabelNode known = new LabelNode();
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, IDS_FIELD, "[I"));
    l.add(new JumpInsnNode(Opcodes.IFNONNULL, known));
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "xmlParser", "L" + PARSER + ";"));
    l.add(call(FAST, "attributeIds", "(L" + PARSER + ";)[I"));
    l.add(new FieldInsnNode(Opcodes.PUTFIELD, c.name, IDS_FIELD, "[I"));
    l.add(known);
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, IDS_FIELD, "[I"));
    l.add(new VarInsnNode(Opcodes.ILOAD, 1));
    l.add(call(FAST, "indexOf", "([II)I"));
    l.add(new InsnNode(Opcodes.IRETURN));
    ClassEdit.body(ClassEdit.method(c, "Find"), l);
  }

  private static void bagSearch(ClassNode c) {
    String entry = PACKAGE + "CppAssetManager2$ResolvedBag$Entry";
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "bagEntries", "[L" + entry + ";"));
    l.add(new VarInsnNode(Opcodes.ILOAD, 1));
    l.add(call(FAST, "find", "([L" + entry + ";I)L" + entry + ";"));
    l.add(new InsnNode(Opcodes.ARETURN));
    ClassEdit.body(ClassEdit.method(c, "Find"), l);
  }

  private static MethodInsnNode call(String owner, String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false);
  }

  private static MethodInsnNode virtual(String owner, String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, desc, false);
  }
}
