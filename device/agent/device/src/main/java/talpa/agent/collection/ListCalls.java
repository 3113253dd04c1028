package talpa.agent.collection;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Vector;

/**
 * Walks over array lists and vectors. Android's take note of the list's size where they begin: who
 * removes the element before the last one while he walks gets a {@code
 * ConcurrentModificationException}, who adds or removes one at the last element does not; with the
 * JDK's it is the other way round.
 */
public final class ListCalls {
  private static final Class<?> LIST_WALK = new ArrayList<>().iterator().getClass();
  private static final Class<?> VECTOR_WALK = new Vector<>().iterator().getClass();
  private static final Class<?> LIST_BOTH_WAYS = new ArrayList<>().listIterator().getClass();
  private static final Class<?> VECTOR_BOTH_WAYS = new Vector<>().listIterator().getClass();

  private ListCalls() {}

  /** Iterable.iterator. */
  public static <E> Iterator<E> iterator(Iterable<E> i) {
    Iterator<E> walk = i.iterator();
    if (walk != null && i instanceof List<E> l) {
      Class<?> c = walk.getClass();
      if (c == LIST_WALK || c == VECTOR_WALK) {
        return new Walk<>(walk, 0, l.size());
      }
    }
    return walk;
  }

  /** List.listIterator; its receiver is typed as that of iterator, one type for each class. */
  public static <E> ListIterator<E> listIterator(Iterable<E> list) {
    List<E> l = (List<E>) list;
    return bothWays(l.listIterator(), l);
  }

  /** List.listIterator from a place on. */
  public static <E> ListIterator<E> listIterator(Iterable<E> list, int from) {
    List<E> l = (List<E>) list;
    return bothWays(l.listIterator(from), l);
  }

  private static <E> ListIterator<E> bothWays(ListIterator<E> walk, List<E> l) {
    if (walk == null || walk.getClass() != LIST_BOTH_WAYS && walk.getClass() != VECTOR_BOTH_WAYS) {
      return walk;
    }
    return new WalkBothWays<>(walk, l.size());
  }

  /** A walk that ends where the list ended when it began. */
  private static class Walk<E> implements Iterator<E> {
    private final Iterator<E> walk;

    /** How many elements are behind. */
    int at;

    int end;

    Walk(Iterator<E> walk, int at, int end) {
      this.walk = walk;
      this.at = at;
      this.end = end;
    }

    @Override
    public boolean hasNext() {
      return at < end;
    }

    @Override
    public E next() {
      E e = walk.next();
      at++;
      return e;
    }

    @Override
    public void remove() {
      walk.remove();
      at--;
      end--;
    }
  }

  /** Such a walk that can turn back. */
  private static final class WalkBothWays<E> extends Walk<E> implements ListIterator<E> {
    private final ListIterator<E> walk;

    WalkBothWays(ListIterator<E> walk, int end) {
      super(walk, walk.nextIndex(), end);
      this.walk = walk;
    }

    @Override
    public boolean hasPrevious() {
      return walk.hasPrevious();
    }

    @Override
    public E previous() {
      E e = walk.previous();
      at--;
      return e;
    }

    @Override
    public int nextIndex() {
      return walk.nextIndex();
    }

    @Override
    public int previousIndex() {
      return walk.previousIndex();
    }

    @Override
    public void remove() {
      walk.remove();
      at = walk.nextIndex();
      end--;
    }

    @Override
    public void set(E e) {
      walk.set(e);
    }

    @Override
    public void add(E e) {
      walk.add(e);
      at = walk.nextIndex();
      end++;
    }
  }
}
