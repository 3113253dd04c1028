package talpa.agent.clock;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What the system is still to do for the app: starts and stops of activities, results, calls of
 * services.
 *
 * <p>The system of a phone is another process: what the app asks of it takes time, and a finger can
 * be faster. So operations can be held back: those that one input asked for are then done after the
 * next one was delivered.
 */
final class Operations {
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private boolean held;
  private int asked; // before the present input
  private int due; // of those, how many are still to be done; counts while others are held back

  synchronized void add(Runnable op) {
    queue.add(op);
  }

  /** Tells of an input that is going to be delivered: whether it holds back what it asks for. */
  synchronized void begin(boolean hold) {
    held = hold;
    asked = queue.size();
    due = 0;
  }

  /** Tells that the input was delivered: what was asked for before it may be done. */
  synchronized void delivered() {
    due = Math.min(asked, queue.size());
  }

  /** The next one to be done now; null if there is none. */
  synchronized Runnable poll() {
    if (!held) {
      return queue.poll();
    }
    if (due == 0) {
      return null;
    }
    due--;
    return queue.poll();
  }

  /** Whether there is none to be done now. */
  synchronized boolean isEmpty() {
    return queue.isEmpty() || held && due == 0;
  }

  synchronized void clear() {
    queue.clear();
    held = false;
  }
}
