package talpa.agent.patch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.bridge.Platform;
import talpa.agent.weave.ClassEdit;
import talpa.agent.weave.Redirects;

/**
 * Changes to Robolectric's and the framework's classes, and to the libraries of devices, made when
 * the sandbox loads them. A patch that changes nothing throws: a new version of a class must not
 * lose one.
 */
public final class Patches {
  private final Map<String, Consumer<ClassNode>> patches;

  /** With patches of one's own in place of the agent's. */
  Patches(Map<String, Consumer<ClassNode>> patches) {
    this.patches = patches;
  }

  public Patches() {
    this(new HashMap<>());
    patches.put("org.robolectric.shadows.ShadowSystem", Patches::wallClock);
    patches.put("org.robolectric.shadows.NativeInput$MotionEvent", Patches::splitOffset);
    patches.put("org.robolectric.shadows.ShadowPausedLooper", Patches::nestedLoop);
    patches.put("org.robolectric.shadows.ShadowLocationManager", Patches::locationUpdates);
    patches.put("org.robolectric.shadows.ShadowDisplayManager", Patches::changedDisplays);
    patches.put("org.robolectric.shadows.ShadowMediaPlayer", Patches::playerStates);
    patches.put("org.robolectric.shadows.ShadowInstrumentation", Patches::quietBroadcasts);
    patches.put("org.robolectric.shadows.ShadowContentResolver", Patches::providers);
    patches.put("org.robolectric.shadows.ShadowView", Patches::windowFrames);
    patches.put("org.robolectric.shadows.ShadowNativeBitmap", Patches::parcelledPixels);
    if (Platform.has(31)) {
      patches.put("android.app.ContextImpl", Patches::withoutFinalizer);
    }
    patches.put("android.net.LocalSocketImpl", Patches::withoutFinalizer);
    patches.put("android.hardware.camera2.CameraMetadata", Patches::keysOnly);
    // Whether a listener that only the preferences know still hears is not up to the collector.
    patches.put("android.app.SharedPreferencesImpl", Redirects::construct);
    patches.put("android.database.sqlite.SQLiteConnection", Patches::databaseRoom);
    patches.put("android.view.InputEventReceiver", Patches::withoutFinalizer);
    ResourcePatches.addTo(patches);
    ThemePatches.addTo(patches);
    LoaderPatches.addTo(patches);
    FolderPatches.addTo(patches);
    DispatchPatches.addTo(patches);
    RefusalPatches.addTo(patches);
    LevelPatches.addTo(patches);
    SessionPatches.addTo(patches);
    XmlPatches.addTo(patches);
    NetworkPatches.addTo(patches);
    ReceiverPatches.addTo(patches);
  }

  /** The bytes of a class, patched if there is a patch for it. */
  public byte[] apply(String name, byte[] b) {
    Consumer<ClassNode> p = patches.get(name);
    if (p == null) {
      return b;
    }
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, ClassReader.SKIP_FRAMES);
    byte[] before = bytes(c);
    p.accept(c);
    byte[] out = bytes(c);
    if (Arrays.equals(before, out)) {
      throw ClassEdit.missing(c, "anything to change");
    }
    return out;
  }

  /** The classes that are patched. */
  Set<String> classes() {
    return Set.copyOf(patches.keySet());
  }

  private static byte[] bytes(ClassNode c) {
    // Below version 7 ASM computes the maxima without stack map frames: the agent's JVM does not
    // verify, so none are written.
    int version = c.version;
    c.version = Opcodes.V1_6;
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.accept(w);
    c.version = version;
    byte[] out = w.toByteArray();
    out[6] = (byte) (version >>> 8);
    out[7] = (byte) version;
    return out;
  }

  /** The framework's System.currentTimeMillis is the wall clock, not the uptime. */
  private static void wallClock(ClassNode c) {
    InsnList l = new InsnList();
    l.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "talpa/agent/clock/Clock", "wallMillis", "()J", false));
    l.add(new InsnNode(Opcodes.LRETURN));
    ClassEdit.body(ClassEdit.method(c, "currentTimeMillis"), l);
  }

  /** An app's own call of Looper.loop on the main thread serves what the device is asked. */
  private static void nestedLoop(ClassNode c) {
    LabelNode other = new LabelNode();
    InsnList l = new InsnList();
    l.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "talpa/agent/load/DeviceSession", "loop", "()Z", false));
    l.add(new JumpInsnNode(Opcodes.IFEQ, other));
    l.add(new InsnNode(Opcodes.RETURN));
    l.add(other);
    ClassEdit.method(c, "loop").instructions.insert(l);
  }

  /**
   * The keys of cameras are the public fields of their very type: the platform takes each field
   * that can hold one, which that of shadows can, too.
   */
  private static void keysOnly(ClassNode c) {
    int found = 0;
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.owner.equals("java/lang/Class")
            && call.name.equals("isAssignableFrom")) {
          call.owner = "java/lang/Object";
          call.name = "equals";
          call.desc = "(Ljava/lang/Object;)Z";
          found++;
        }
      }
    }
    if (found == 0) {
      throw ClassEdit.missing(c, "look for fields of keys");
    }
  }

  /** What may change a database asks for room before. */
  private static void databaseRoom(ClassNode c) {
    String configuration = "Landroid/database/sqlite/SQLiteDatabaseConfiguration;";
    for (String name :
        List.of("execute", "executeForChangedRowCount", "executeForLastInsertedRowId")) {
      InsnList l = new InsnList();
      l.add(new VarInsnNode(Opcodes.ALOAD, 0));
      l.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "mConfiguration", configuration));
      l.add(new VarInsnNode(Opcodes.ALOAD, 1));
      l.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC,
              "talpa/agent/process/DatabaseRoom",
              "check",
              "(" + configuration + "Ljava/lang/String;)V",
              false));
      ClassEdit.method(c, name).instructions.insert(l);
    }
  }

  private static void providers(ClassNode c) {
    typeFailures(c);
    providersOnDemand(c);
  }

  /** A provider that is asked for before it is installed is the app's: the device makes it. */
  private static void providersOnDemand(ClassNode c) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            "talpa/agent/load/Providers",
            "onDemand",
            "(Landroid/content/pm/ProviderInfo;)Landroid/content/ContentProvider;",
            false));
    l.add(new InsnNode(Opcodes.ARETURN));
    ClassEdit.body(ClassEdit.method(c, "createAndInitialize"), l);
  }

  /** The resolver asks a provider for a type from outside: what that throws is only logged. */
  private static void typeFailures(ClassNode c) {
    MethodNode m = ClassEdit.method(c, "getType");
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    m.instructions.insert(start);
    m.instructions.add(end);
    m.instructions.add(new VarInsnNode(Opcodes.ALOAD, 1));
    m.instructions.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            "talpa/agent/content/TypeFailure",
            "log",
            "(Ljava/lang/RuntimeException;Landroid/net/Uri;)Ljava/lang/String;",
            false));
    m.instructions.add(new InsnNode(Opcodes.ARETURN));
    m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, "java/lang/RuntimeException"));
  }

  /** Broadcasts are not written to the standard error, each with its intent as text. */
  private static void quietBroadcasts(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.owner.equals("java/io/PrintStream")
            && call.name.equals("format")) {
          m.instructions.set(i, new InsnNode(Opcodes.POP2)); // the stream stays, as if returned
        }
      }
    }
  }

  /** What a picture's pixels take of a parcel is known, since a binder need not copy them. */
  private static void parcelledPixels(ClassNode c) {
    MethodNode m = ClassEdit.method(c, "writeToParcel");
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode call && call.name.equals("writeIntArray")) {
        InsnList l = new InsnList();
        l.add(new InsnNode(Opcodes.DUP));
        l.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                "talpa/agent/activity/Transactions",
                "pixels",
                "([I)V",
                false));
        m.instructions.insertBefore(i, l);
      }
    }
  }

  /** The frame of a window without the keyboard, by the framework's own code. */
  private static void windowFrames(ClassNode c) {
    c.methods.remove(ClassEdit.method(c, "getWindowVisibleDisplayFrame"));
    c.methods.remove(ClassEdit.method(c, "getWindowDisplayFrame"));
  }

  /**
   * Objects that reach all of an app and have nothing to release here. Each of them would keep the
   * classes of an app that was unloaded for one more collection of the whole heap.
   */
  private static void withoutFinalizer(ClassNode c) {
    c.methods.remove(ClassEdit.method(c, "finalize"));
  }

  /** A player in the wrong state throws without a message, as the platform's native code does. */
  private static void playerStates(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.name.equals("<init>")
            && call.owner.equals("java/lang/IllegalStateException")
            && call.desc.equals("(Ljava/lang/String;)V")) {
          call.desc = "()V";
          m.instructions.insertBefore(i, new InsnNode(Opcodes.POP));
        }
      }
    }
  }

  /**
   * A display that changes does not run the main thread's messages at once: the main loop does, and
   * an app whose message posts itself anew would never end.
   */
  private static void changedDisplays(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.name.equals("idle")
            && call.owner.equals("org/robolectric/shadows/ShadowLooper")) {
          m.instructions.set(i, new InsnNode(Opcodes.POP));
        }
      }
    }
  }

  /** Whoever asks a provider of places for updates is told of one. */
  private static void locationUpdates(ClassNode c) {
    for (MethodNode m : c.methods) {
      if (!m.name.equals("requestLocationUpdatesInternal")) {
        continue;
      }
      for (AbstractInsnNode i : m.instructions) {
        if (i.getOpcode() == Opcodes.RETURN) {
          InsnList l = new InsnList();
          l.add(new VarInsnNode(Opcodes.ALOAD, 1));
          l.add(
              new MethodInsnNode(
                  Opcodes.INVOKESTATIC,
                  "talpa/agent/defaults/Place",
                  "asked",
                  "(Ljava/lang/String;)V",
                  false));
          m.instructions.insertBefore(i, l);
        }
      }
    }
  }

  /** A touch event that is split keeps its offset, so that two fingers can press two views. */
  private static void splitOffset(ClassNode c) {
    InsnList all = ClassEdit.method(c, "nativeSplit").instructions;
    for (AbstractInsnNode i : all) {
      if (i.getOpcode() != Opcodes.ARETURN) {
        continue;
      }
      InsnList l = new InsnList();
      l.add(new InsnNode(Opcodes.DUP));
      for (String getter : new String[] {"getXOffset", "getYOffset"}) {
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, c.name, getter, "()F", false));
      }
      l.add(
          new MethodInsnNode(
              Opcodes.INVOKEVIRTUAL, "android/view/MotionEvent", "offsetLocation", "(FF)V", false));
      all.insertBefore(i, l);
    }
  }
}
