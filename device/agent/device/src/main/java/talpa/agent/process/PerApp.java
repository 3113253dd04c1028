package talpa.agent.process;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A piece of state that belongs to one start of an app: the type of a static field whose value
 * would outlive the app. Each piece is a slot of one graph that hangs on the process; when the app
 * leaves, the graph is dropped as a whole and the next app finds every piece new. Nobody can forget
 * to reset one.
 *
 * <p>For state that is plain data. What must be done in a certain order when an app leaves (threads
 * that end, files that are closed) is a {@link Module}'s reset.
 *
 * <p>Safe for use by several threads. A thread of a dropped app that still runs sees the state of
 * the next one, as any static field would show it.
 *
 * @param <T> the type of the state
 */
public final class PerApp<T> {
  /** More slots than there are pieces: each is a static field of the device. */
  private static final int SLOTS = 256;

  private static final AtomicInteger NEXT = new AtomicInteger();

  private static volatile AtomicReferenceArray<Object> graph = new AtomicReferenceArray<>(SLOTS);

  private final int slot = NEXT.getAndIncrement();
  private final Supplier<T> initial;

  private PerApp(Supplier<T> initial) {
    this.initial = initial;
  }

  /**
   * A piece of state.
   *
   * @param initial makes its first value for each app, when it is first asked for; never null
   */
  public static <T> PerApp<T> of(Supplier<T> initial) {
    return new PerApp<>(initial);
  }

  /** The state of the app that is loaded. */
  @SuppressWarnings("unchecked")
  public T get() {
    AtomicReferenceArray<Object> g = graph;
    Object v = g.get(slot);
    if (v == null) {
      Object made = initial.get();
      v = g.compareAndSet(slot, null, made) ? made : g.get(slot);
    }
    return (T) v;
  }

  /** Sets the state of the app that is loaded. */
  public void set(T value) {
    graph.set(slot, value);
  }

  /** Drops the state of all pieces: the app is gone. Called by {@link AppProcess#forget}. */
  public static void drop() {
    graph = new AtomicReferenceArray<>(SLOTS);
  }
}
