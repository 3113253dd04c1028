package talpa.agent.jdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has the JDK's classes that wait with a limit take the time from {@code talpa.agent.order}: all of
 * them that ask for it, since their parks are on the virtual clock, and a wait that measures
 * another one would never be over.
 */
final class LimitHooks {
  private static final String LIMITS = "talpa/agent/order/Limits";
  private static final String SCHEDULES = "talpa/agent/order/Schedules";
  private static final String POOL = "java.util.concurrent.ScheduledThreadPoolExecutor";

  /** What one thread sets another one waits for. */
  private static final Set<String> SHARED =
      Set.of("java.util.Timer", "java.util.TimerThread", POOL, POOL + "$ScheduledFutureTask");

  /** In java.util.concurrent; not every JDK has all of them. */
  private static final List<String> WAITS =
      List.of(
          "AbstractExecutorService",
          "CompletableFuture",
          "CompletableFuture$Signaller",
          "Exchanger",
          "ForkJoinPool",
          "ForkJoinTask",
          "FutureTask",
          "LinkedTransferQueue",
          "LinkedTransferQueue$DualNode",
          "Phaser$QNode",
          "SynchronousQueue$TransferQueue",
          "SynchronousQueue$TransferStack",
          "ThreadPoolExecutor",
          "locks.AbstractQueuedLongSynchronizer",
          "locks.AbstractQueuedLongSynchronizer$ConditionObject",
          "locks.AbstractQueuedSynchronizer",
          "locks.AbstractQueuedSynchronizer$ConditionObject",
          "locks.StampedLock");

  private static final Set<String> CLOCKS =
      Set.of("java/lang/System.nanoTime()J", "java/lang/System.currentTimeMillis()J");

  /** Waits of workers without work, by their classes, and the descriptors of what is called. */
  private static final Map<String, String> IDLE =
      Map.of(
          "java/util/concurrent/ThreadPoolExecutor java/util/concurrent/BlockingQueue.poll"
              + "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
          "(Ljava/util/concurrent/BlockingQueue;JLjava/util/concurrent/TimeUnit;)"
              + "Ljava/lang/Object;",
          "java/util/concurrent/ForkJoinPool java/util/concurrent/locks/LockSupport.parkUntil(J)V",
          "(J)V");

  private LimitHooks() {}

  /** The classes that are to be changed. */
  static List<Class<?>> classes() throws ClassNotFoundException {
    List<Class<?>> l = new ArrayList<>();
    for (String c : SHARED) {
      l.add(Class.forName(c));
    }
    for (String c : WAITS) {
      try {
        l.add(Class.forName("java.util.concurrent." + c));
      } catch (ClassNotFoundException e) {
        continue; // of another JDK
      }
    }
    return l;
  }

  /** Changes a class; says whether there was anything to change. */
  static boolean apply(ClassNode c) {
    boolean changed = false;
    boolean shared = SHARED.contains(c.name.replace('/', '.'));
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call) {
          String to = call.owner + "." + call.name + call.desc;
          String idle = IDLE.get(c.name + " " + to);
          if (CLOCKS.contains(to)) {
            call.owner = shared ? SCHEDULES : LIMITS;
            changed = true;
          } else if (idle != null) {
            call.setOpcode(Opcodes.INVOKESTATIC);
            call.owner = LIMITS;
            call.desc = idle;
            call.itf = false;
            changed = true;
          }
        }
      }
    }
    return changed;
  }
}
