package talpa.agent.order;

/**
 * Waits of the app's threads inside the system, for what no other computer can bring: a connection
 * to a server of the app's own. Who waits so gives the run token up, and gets in the queue when it
 * is over. Threads that are not known go through unhindered. Safe for use by all threads.
 */
public final class Away {
  private Away() {}

  /**
   * The calling thread is about to wait.
   *
   * @param where what it waits at, for {@link #comes}
   * @return whether {@link #end} is to be called afterwards
   */
  public static boolean begin(Object where) {
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.current();
      if (t == null || t.keeps || !RunQueue.ordered || t.thread.isInterrupted()) {
        return false;
      }
      t.monitor = where;
      RunQueue.block(t, Turn.Place.AWAY);
      return true;
    }
  }

  /** The calling thread has waited. */
  public static void end() {
    Turn t = RunQueue.acquire();
    if (t != null) {
      t.monitor = null;
    }
  }

  /**
   * Who waits there will come at once, because of what the calling thread does next: it gets in the
   * queue now, so that its place there is no matter of chance.
   *
   * @return whether anybody waited there
   */
  public static boolean comes(Object where) {
    synchronized (RunQueue.LOCK) {
      return RunQueue.fetch(where);
    }
  }
}
