package talpa.agent.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;

class OrderedWeakMapTest {
  private final Map<Object, Integer> map = new OrderedWeakMap<>();

  @Test
  void isWalkedInTheOrderInWhichKeysCame() {
    List<Object> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Object key = new Object();
      keys.add(key);
      map.put(key, i);
    }
    map.put(keys.get(7), 700); // stays where it is
    map.remove(keys.get(3));
    map.put(keys.get(3), 300); // comes last
    Object moved = keys.remove(3);
    keys.add(moved);
    assertEquals(keys, new ArrayList<>(map.keySet()));
    List<Integer> values = new ArrayList<>(map.values());
    assertEquals(700, values.get(6));
    assertEquals(300, values.get(99));
  }

  /** Any other map says the same after the same calls. */
  @Test
  void isAMap() {
    Map<Object, Integer> other = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      Integer key = random.nextInt(8) == 0 ? null : random.nextInt(40) - 20;
      switch (random.nextInt(8)) {
        case 0 -> assertEquals(other.remove(key), map.remove(key));
        case 1 -> assertEquals(other.containsKey(key), map.containsKey(key));
        case 2 -> assertEquals(other.containsValue(i / 2), map.containsValue(i / 2));
        case 3 -> assertEquals(other.get(key), map.get(key));
        case 4 -> assertEquals(other.merge(key, i, Integer::sum), map.merge(key, i, Integer::sum));
        case 5 -> assertEquals(other.keySet().remove(key), map.keySet().remove(key));
        case 6 -> {
          other.replaceAll((k, v) -> v + 1);
          map.replaceAll((k, v) -> v + 1);
        }
        default -> assertEquals(other.put(key, i), map.put(key, i));
      }
      assertEquals(other.size(), map.size());
    }
    assertEquals(other, map);
    assertEquals(other.hashCode(), map.hashCode());
    assertTrue(map.entrySet().containsAll(other.entrySet()));
    map.entrySet().removeIf(e -> e.getKey() == null || (Integer) e.getKey() < 0);
    other.keySet().removeIf(k -> k == null || (Integer) k < 0);
    assertEquals(other, new OrderedWeakMap<>(map));
    map.clear();
    assertTrue(map.isEmpty());
    assertNull(map.get(1));
  }

  /** A walk notices a change as that of the JDK's map does. */
  @Test
  void walksNoticeChanges() {
    for (Map<Object, Integer> m : List.of(map, new WeakHashMap<Object, Integer>())) {
      for (int i = 0; i < 3; i++) {
        m.put(i, i);
      }
      assertThrows(ConcurrentModificationException.class, () -> m.forEach((k, v) -> m.put("x", 1)));
      Iterator<Object> i = m.keySet().iterator();
      assertThrows(IllegalStateException.class, i::remove);
      i.next();
      m.remove("x");
      assertThrows(ConcurrentModificationException.class, i::next);
      Iterator<Object> j = m.keySet().iterator();
      j.next();
      j.remove();
      j.next();
      j.next();
      assertFalse(j.hasNext());
      assertThrows(NoSuchElementException.class, j::next);
      assertEquals(2, m.size());
    }
  }

  /** An entry says what the map says now. */
  @Test
  void entriesLive() {
    map.put("k", 1);
    Map.Entry<Object, Integer> e = map.entrySet().iterator().next();
    assertEquals(1, e.setValue(2));
    assertEquals(Map.entry("k", 2), e);
    assertEquals(e, Map.entry("k", 2));
    assertEquals(Map.entry("k", 2).hashCode(), e.hashCode());
    map.put("k", 3);
    assertEquals("k=3", e.toString());
  }

  /** Keys may not stand to be compared with any others than those of the same hash. */
  @Test
  void comparesKeysOfOneHashOnly() {
    record Shy(int hash) {
      @Override
      public boolean equals(Object o) {
        return hash == ((Shy) o).hash;
      }

      @Override
      public int hashCode() {
        return hash;
      }
    }

    map.put(new Shy(1), 1);
    map.put("a", 2);
    map.put(null, 3);
    assertEquals(2, map.remove("a"));
    assertEquals(3, map.remove(null));
    assertEquals(1, map.remove(new Shy(1)));
  }

  /** A key that was removed is not kept, nor is another one let go in its place. */
  @Test
  void keepsNoKeyThatWasRemoved() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      map.put(new Object(), i);
    }
    Object gone = new Object();
    WeakReference<Object> seen = new WeakReference<>(gone);
    map.put(gone, 20);
    map.remove(gone);
    gone = null;
    for (int i = 0; i < 100 && (seen.get() != null || map.size() > 15); i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertNull(seen.get());
    assertEquals(15, map.size());
  }

  @Test
  void keepsNewKeysOnly() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      map.put(new Object(), i);
    }
    for (int i = 0; i < 100 && map.size() > 16; i++) {
      System.gc();
      Thread.sleep(10);
    }
    List<Integer> newest = new ArrayList<>();
    for (int i = 84; i < 100; i++) {
      newest.add(i);
    }
    assertEquals(newest, new ArrayList<>(map.values()));
  }
}
