package talpa.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

class RedirectsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "184|java/lang/System|currentTimeMillis|()J|184"
            + " talpa/agent/libcore/TimeCalls.currentTimeMillis()J",
        "184|java/lang/System|exit|(I)V|184 talpa/agent/libcore/SystemCalls.exit(I)V",
        "184|java/lang/ClassLoader|getSystemClassLoader|()Ljava/lang/ClassLoader;|184"
            + " talpa/agent/process/AppCode.getSystemClassLoader()Ljava/lang/ClassLoader;",
        "184|java/lang/System|arraycopy|(Ljava/lang/Object;ILjava/lang/Object;II)V|184"
            + " java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V",
        "182|java/lang/Object|wait|(J)V|184"
            + " talpa/agent/libcore/TimeCalls.wait(Ljava/lang/Object;J)V",
        "182|java/lang/Object|wait|()V|182 java/lang/Object.wait()V",
        "182|java/io/File|list|(Ljava/io/FilenameFilter;)[Ljava/lang/String;|184"
            + " talpa/agent/libcore/FolderCalls.list"
            + "(Ljava/io/File;Ljava/io/FilenameFilter;)[Ljava/lang/String;",
        "184|java/util/Collections|shuffle|(Ljava/util/List;)V|184"
            + " talpa/agent/libcore/RandomCalls.shuffle(Ljava/util/List;)V",
        "184|java/util/Collections|shuffle|(Ljava/util/List;Ljava/util/Random;)V|184"
            + " java/util/Collections.shuffle(Ljava/util/List;Ljava/util/Random;)V",
        "182|java/net/NetworkInterface|getHardwareAddress|()[B|184"
            + " talpa/agent/network/InterfaceCalls.getHardwareAddress"
            + "(Ljava/net/NetworkInterface;)[B",
        "182|java/net/NetworkInterface|getName|()Ljava/lang/String;|182"
            + " java/net/NetworkInterface.getName()Ljava/lang/String;",
        "182|java/lang/String|matches|(Ljava/lang/String;)Z|184"
            + " talpa/agent/libcore/RegexCalls.matches(Ljava/lang/String;Ljava/lang/String;)Z",
        "183|java/util/Date|<init>|()V|184 talpa/agent/libcore/TimeCalls.currentTimeMillis()J 183"
            + " java/util/Date.<init>(J)V",
        "183|java/io/File|<init>|(Ljava/lang/String;)V|184"
            + " talpa/agent/libcore/FileCalls.path(Ljava/lang/String;)Ljava/lang/String; 183"
            + " java/io/File.<init>(Ljava/lang/String;)V",
        "183|java/io/File|<init>|(Ljava/io/File;Ljava/lang/String;)V|183"
            + " java/io/File.<init>(Ljava/io/File;Ljava/lang/String;)V",
        "184|app/System|exit|(I)V|184 app/System.exit(I)V",
        "185|java/util/concurrent/Future|get|(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;|184"
            + " talpa/agent/libcore/WaitCalls.get(Ljava/util/concurrent/Future;"
            + "JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
        "182|java/util/concurrent/LinkedBlockingQueue|poll"
            + "|(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;|184"
            + " talpa/agent/libcore/WaitCalls.poll(Ljava/util/concurrent/LinkedBlockingQueue;"
            + "JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
        "182|java/util/concurrent/LinkedBlockingQueue|poll|()Ljava/lang/Object;|182"
            + " java/util/concurrent/LinkedBlockingQueue.poll()Ljava/lang/Object;",
        "185|java/util/concurrent/locks/Condition|awaitNanos|(J)J|184"
            + " talpa/agent/libcore/WaitCalls.awaitNanos"
            + "(Ljava/util/concurrent/locks/Condition;J)J",
        "184|android/graphics/BitmapFactory|decodeFile"
            + "|(Ljava/lang/String;)Landroid/graphics/Bitmap;|184"
            + " talpa/agent/libcore/FileCalls.decodeFile"
            + "(Ljava/lang/String;)Landroid/graphics/Bitmap;",
        "184|android/database/sqlite/SQLiteDatabase|openOrCreateDatabase"
            + "|(Ljava/io/File;Landroid/database/sqlite/SQLiteDatabase$CursorFactory;)V|184"
            + " android/database/sqlite/SQLiteDatabase.openOrCreateDatabase"
            + "(Ljava/io/File;Landroid/database/sqlite/SQLiteDatabase$CursorFactory;)V",
        "182|java/util/concurrent/ThreadPoolExecutor|setCorePoolSize|(I)V|184"
            + " talpa/agent/libcore/ExecutorCalls.setCorePoolSize"
            + "(Ljava/util/concurrent/ThreadPoolExecutor;I)V",
        "184|java/time/LocalDate|now|()Ljava/time/LocalDate;|184"
            + " talpa/agent/libcore/ClockCalls.clock()Ljava/time/Clock; 184"
            + " java/time/LocalDate.now(Ljava/time/Clock;)Ljava/time/LocalDate;",
        "184|java/time/ZonedDateTime|now|(Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;|184"
            + " talpa/agent/libcore/ClockCalls.clock(Ljava/time/ZoneId;)Ljava/time/Clock; 184"
            + " java/time/ZonedDateTime.now(Ljava/time/Clock;)Ljava/time/ZonedDateTime;",
        "184|java/time/Instant|now|(Ljava/time/Clock;)Ljava/time/Instant;|184"
            + " java/time/Instant.now(Ljava/time/Clock;)Ljava/time/Instant;",
        "184|java/time/Clock|systemUTC|()Ljava/time/Clock;|184"
            + " talpa/agent/libcore/ClockCalls.systemUTC()Ljava/time/Clock;",
        "184|java/util/UUID|randomUUID|()Ljava/util/UUID;|184"
            + " talpa/agent/libcore/RandomCalls.randomUUID()Ljava/util/UUID;",
        "182|javax/net/ssl/HttpsURLConnection|getResponseCode|()I|184"
            + " talpa/agent/network/NetworkCalls.getResponseCode(Ljavax/net/ssl/HttpsURLConnection;)I",
        "182|java/net/Socket|connect|(Ljava/net/SocketAddress;I)V|184"
            + " talpa/agent/network/NetworkCalls.connect(Ljava/net/Socket;"
            + "Ljava/net/SocketAddress;I)V",
        "183|java/text/SimpleDateFormat|<init>|(Ljava/lang/String;)V|184"
            + " talpa/agent/libcore/FormatCalls.datePattern(Ljava/lang/String;)"
            + "Ljava/lang/String; 183 java/text/SimpleDateFormat.<init>(Ljava/lang/String;)V",
        "182|java/lang/Exception|getMessage|()Ljava/lang/String;|184"
            + " talpa/agent/libcore/ThrowableCalls.getMessage(Ljava/lang/Exception;)"
            + "Ljava/lang/String;",
        "183|java/lang/Exception|getMessage|()Ljava/lang/String;|183"
            + " java/lang/Exception.getMessage()Ljava/lang/String;",
        "182|java/lang/Throwable|printStackTrace|()V|184"
            + " talpa/agent/libcore/PrintCalls.printStackTrace(Ljava/lang/Throwable;)V",
        "183|java/lang/Throwable|printStackTrace|(Ljava/io/PrintStream;)V|184"
            + " talpa/agent/libcore/PrintCalls.superPrintStackTrace"
            + "(Ljava/lang/Throwable;Ljava/io/PrintStream;)V",
        "183|app/Failure|printStackTrace|()V|183 app/Failure.printStackTrace()V",
      })
  void redirects(int opcode, String owner, String name, String desc, String want) {
    InsnList l = new InsnList();
    MethodInsnNode call = new MethodInsnNode(opcode, owner, name, desc, false);
    l.add(call);
    Redirects.apply(l, call, owner);
    StringBuilder got = new StringBuilder();
    for (AbstractInsnNode i : l) {
      MethodInsnNode m = (MethodInsnNode) i;
      got.append(' ').append(m.getOpcode()).append(' ').append(m.owner).append('.');
      got.append(m.name).append(m.desc);
    }
    assertEquals(want, got.substring(1));
  }

  @ParameterizedTest
  @CsvSource({
    "java/util/Timer,java/lang/Object,talpa/agent/libcore/VirtualTimer",
    "java/util/Timer,java/util/Timer,java/util/Timer",
    "java/util/Random,,java/util/Random",
  })
  void constructors(String owner, String superclass, String want) {
    MethodInsnNode call = new MethodInsnNode(183, owner, "<init>", "()V", false);
    Redirects.construct(call, superclass);
    assertEquals(want, call.owner);
  }

  @Test
  void constructorsOfAClass() {
    MethodNode m = new MethodNode();
    m.visitTypeInsn(Opcodes.NEW, "java/util/WeakHashMap");
    m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/util/WeakHashMap", "<init>", "()V", false);
    ClassNode c = new ClassNode();
    c.superName = "java/lang/Object";
    c.methods.add(m);
    Redirects.construct(c);
    assertEquals(
        "talpa/agent/collection/OrderedWeakMap", ((TypeInsnNode) m.instructions.get(0)).desc);
    assertEquals(
        "talpa/agent/collection/OrderedWeakMap", ((MethodInsnNode) m.instructions.get(1)).owner);
  }
}
