package talpa.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

class RedirectTargetsTest {
  /** Every target of the table must exist, with the very descriptor that the call will have. */
  @ParameterizedTest
  @CsvSource({
    "SystemCalls,exit,(I)V",
    "PrintCalls,printStackTrace,'(Ljava/lang/Throwable;Ljava/io/PrintWriter;)V'",
    "PrintCalls,superPrintStackTrace,(Ljava/lang/Throwable;)V",
    "PrintCalls,superPrintStackTrace,'(Ljava/lang/Throwable;Ljava/io/PrintStream;)V'",
    "PrintCalls,superPrintStackTrace,'(Ljava/lang/Throwable;Ljava/io/PrintWriter;)V'",
    "SystemCalls,exec,(Ljava/lang/Runtime;[Ljava/lang/String;)Ljava/lang/Process;",
    "TimeCalls,sleep,(J)V",
    "TimeCalls,'sleep','(Ljava/util/concurrent/TimeUnit;J)V'",
    "RegexCalls,compile,(Ljava/lang/String;I)Ljava/util/regex/Pattern;",
    "RandomCalls,seed,()J",
    "RandomCalls,randomUUID,()Ljava/util/UUID;",
    "RandomCalls,getInstance,(Ljava/lang/String;)Ljava/security/SecureRandom;",
    "ExecutorCalls,newScheduledThreadPool,(I)Ljava/util/concurrent/ScheduledExecutorService;",
    "ExecutorCalls,setCorePoolSize,'(Ljava/util/concurrent/ExecutorService;I)V'",
    "WaitCalls,parkNanos,'(Ljava/lang/Object;J)V'",
    "WaitCalls,join,'(Ljava/lang/Thread;J)V'",
    "WaitCalls,awaitNanos,'(Ljava/util/concurrent/locks/Condition;J)J'",
    "WaitCalls,get,"
        + "'(Ljava/util/concurrent/Future;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;'",
    "WaitCalls,poll,"
        + "'(Ljava/util/concurrent/BlockingQueue;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;'",
    "WaitCalls,await,'(Ljava/util/concurrent/CountDownLatch;JLjava/util/concurrent/TimeUnit;)Z'",
    "FileCalls,path,(Ljava/lang/String;)Ljava/lang/String;",
    "FileCalls,openOrCreateDatabase,'(Ljava/lang/String;"
        + "Landroid/database/sqlite/SQLiteDatabase$CursorFactory;)"
        + "Landroid/database/sqlite/SQLiteDatabase;'",
    "FileCalls,openDatabase,'(Ljava/lang/String;"
        + "Landroid/database/sqlite/SQLiteDatabase$CursorFactory;I"
        + "Landroid/database/DatabaseErrorHandler;)"
        + "Landroid/database/sqlite/SQLiteDatabase;'",
    "FormatCalls,numberPattern,(Ljava/lang/String;)Ljava/lang/String;",
    "NetworkCalls,getByName,(Ljava/lang/String;)Ljava/net/InetAddress;",
    "NetworkCalls,getAllByName,(Ljava/lang/String;)[Ljava/net/InetAddress;",
    "NetworkCalls,connecting,(Ljava/net/InetAddress;)Ljava/net/InetAddress;",
    "NetworkCalls,connect,'(Ljava/nio/channels/SocketChannel;Ljava/net/SocketAddress;)Z'",
    "NetworkCalls,send,'(Ljava/net/DatagramSocket;Ljava/net/DatagramPacket;)V'",
    "NetworkCalls,openStream,(Ljava/net/URL;)Ljava/io/InputStream;",
    "NetworkCalls,getContent,(Ljava/net/URLConnection;)Ljava/lang/Object;",
    "NetworkCalls,getContentLength,(Ljava/net/URLConnection;)I",
  })
  void targetsExist(String cls, String name, String desc) throws Exception {
    String file = "/talpa/agent/libcore/" + cls + ".class";
    ClassNode c = new ClassNode();
    new ClassReader(RedirectTargetsTest.class.getResourceAsStream(file).readAllBytes())
        .accept(c, 0);
    assertEquals(
        1, c.methods.stream().filter(m -> m.name.equals(name) && m.desc.equals(desc)).count());
  }
}
