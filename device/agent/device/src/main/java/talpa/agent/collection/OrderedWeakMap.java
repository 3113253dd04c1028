package talpa.agent.collection;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A map with weak keys that shows no trace of when the JVM collected garbage, as far as that can
 * be. It is walked in the order in which its keys came: the table of a {@code WeakHashMap} grows
 * sooner or later, and so has another order, by how many dead keys are still in it. And the {@value
 * #KEPT} newest keys are not collected; on a phone, too, a key lives on for some time.
 *
 * <p>A walk that finds the map changed by somebody else throws, as that of a {@code WeakHashMap}.
 */
public final class OrderedWeakMap<K, V> extends WeakHashMap<K, V> {
  private static final int KEPT = 16;

  /** What belongs to a key: its value, and how many keys came before. */
  private static final class Cell<V> {
    final long number;
    V value;

    Cell(long number, V value) {
      this.number = number;
      this.value = value;
    }
  }

  private final WeakHashMap<K, Cell<V>> cells;

  /** The newest keys, each where its number says. */
  private final Object[] kept = new Object[KEPT];

  /** How many keys came. */
  private long count;

  /** How often a key came or went by somebody's doing. */
  private int changes;

  /** As {@code new WeakHashMap()}. */
  public OrderedWeakMap() {
    super(0);
    cells = new WeakHashMap<>();
  }

  /** As {@code new WeakHashMap(capacity)}. */
  public OrderedWeakMap(int capacity) {
    super(0);
    cells = new WeakHashMap<>(capacity);
  }

  /** As {@code new WeakHashMap(capacity, loadFactor)}. */
  public OrderedWeakMap(int capacity, float loadFactor) {
    super(0);
    cells = new WeakHashMap<>(capacity, loadFactor);
  }

  /** As {@code new WeakHashMap(map)}. */
  public OrderedWeakMap(Map<? extends K, ? extends V> map) {
    this(map.size());
    putAll(map);
  }

  @Override
  public int size() {
    return cells.size();
  }

  @Override
  public boolean isEmpty() {
    return cells.isEmpty();
  }

  @Override
  public V get(Object key) {
    Cell<V> c = cells.get(key);
    return c == null ? null : c.value;
  }

  @Override
  public boolean containsKey(Object key) {
    return cells.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return values().contains(value);
  }

  @Override
  public V put(K key, V value) {
    Cell<V> c = cells.get(key);
    if (c != null) {
      V before = c.value;
      c.value = value;
      return before;
    }
    kept[place(count)] = key;
    cells.put(key, new Cell<>(count++, value));
    changes++;
    return null;
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> map) {
    map.forEach(this::put);
  }

  @Override
  public V remove(Object key) {
    Cell<V> c = cells.remove(key);
    if (c == null) {
      return null;
    }
    changes++;
    if (count - c.number <= KEPT) {
      kept[place(c.number)] = null;
    }
    return c.value;
  }

  private static int place(long number) {
    return (int) (number % KEPT);
  }

  @Override
  public void clear() {
    changes++;
    cells.clear();
    Arrays.fill(kept, null);
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    Walk<Map.Entry<K, V>> w = new Walk<>(e -> e);
    while (w.hasNext()) {
      Map.Entry<K, V> e = w.next();
      action.accept(e.getKey(), e.getValue());
      w.check();
    }
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    Walk<Map.Entry<K, V>> w = new Walk<>(e -> e);
    while (w.hasNext()) {
      Map.Entry<K, V> e = w.next();
      e.setValue(function.apply(e.getKey(), e.getValue()));
      w.check();
    }
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new View<>(Function.identity()) {
      @Override
      public boolean contains(Object o) {
        return o instanceof Map.Entry<?, ?> e
            && containsKey(e.getKey())
            && Objects.equals(get(e.getKey()), e.getValue());
      }

      @Override
      public boolean remove(Object o) {
        if (!contains(o)) {
          return false;
        }
        OrderedWeakMap.this.remove(((Map.Entry<?, ?>) o).getKey());
        return true;
      }
    };
  }

  @Override
  public Set<K> keySet() {
    return new View<>(Map.Entry::getKey) {
      @Override
      public boolean contains(Object o) {
        return containsKey(o);
      }

      @Override
      public boolean remove(Object o) {
        boolean had = containsKey(o);
        OrderedWeakMap.this.remove(o);
        return had;
      }
    };
  }

  @Override
  public Collection<V> values() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<V> iterator() {
        return new Walk<>(Map.Entry::getValue);
      }

      @Override
      public int size() {
        return OrderedWeakMap.this.size();
      }
    };
  }

  /** The keys or the entries. */
  private class View<T> extends AbstractSet<T> {
    private final Function<Map.Entry<K, V>, T> part;

    View(Function<Map.Entry<K, V>, T> part) {
      this.part = part;
    }

    @Override
    public Iterator<T> iterator() {
      return new Walk<>(part);
    }

    @Override
    public int size() {
      return OrderedWeakMap.this.size();
    }

    @Override
    public void clear() {
      OrderedWeakMap.this.clear();
    }
  }

  /** An entry as a walk shows it; it keeps the key alive. */
  private record Item<K, V>(K key, Cell<V> cell) implements Map.Entry<K, V> {
    @Override
    public K getKey() {
      return key;
    }

    @Override
    public V getValue() {
      return cell.value;
    }

    @Override
    public V setValue(V value) {
      V before = cell.value;
      cell.value = value;
      return before;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Map.Entry<?, ?> e
          && Objects.equals(key, e.getKey())
          && Objects.equals(cell.value, e.getValue());
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(key) ^ Objects.hashCode(cell.value);
    }

    @Override
    public String toString() {
      return key + "=" + cell.value;
    }
  }

  /** A walk in the order in which the keys came. */
  private final class Walk<T> implements Iterator<T> {
    private final Function<Map.Entry<K, V>, T> part;
    private final List<Item<K, V>> items = new ArrayList<>();
    private final long begun = count;
    private int expected = changes;
    private int next;

    /** What {@link #next()} gave last and may be removed. */
    private Item<K, V> last;

    Walk(Function<Map.Entry<K, V>, T> part) {
      this.part = part;
      for (Map.Entry<K, Cell<V>> e : cells.entrySet()) {
        items.add(new Item<>(e.getKey(), e.getValue()));
      }
      items.sort(Comparator.comparingLong(i -> i.cell.number));
    }

    void check() {
      if (expected != changes) {
        throw new ConcurrentModificationException();
      }
    }

    /** Keys that went do not come any more, and those that came since would. */
    @Override
    public boolean hasNext() {
      while (next < items.size() && !containsKey(items.get(next).getKey())) {
        next++;
      }
      return next < items.size() || begun < count;
    }

    @Override
    public T next() {
      check();
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      last = items.get(next++);
      return part.apply(last);
    }

    @Override
    public void remove() {
      if (last == null) {
        throw new IllegalStateException();
      }
      check();
      OrderedWeakMap.this.remove(last.getKey());
      expected = changes;
      last = null;
    }
  }
}
