package org.robolectric.res.android;

import java.util.Arrays;

/**
 * What {@code CppAssetManager2.FindEntry} found, by resource id, for the current configuration: an
 * open hash table. Its owner clears it when the configuration or the set of APKs changes.
 */
final class EntryCache {
  private int[] ids = new int[256];
  private Object[] cookies = new Object[256];
  private Object[] entries = new Object[256];
  private int size;

  /** The cookie for an id, or null if it is not known. */
  synchronized Object cookie(int id, Ref<Object> entry) {
    int i = slot(id);
    if (ids[i] != id || cookies[i] == null) {
      return null;
    }
    entry.set(entries[i]);
    return cookies[i];
  }

  /** Remembers what was found. */
  synchronized void put(int id, Object cookie, Object entry) {
    if (size * 2 >= ids.length) {
      grow();
    }
    int i = slot(id);
    if (cookies[i] == null) {
      size++;
    }
    ids[i] = id;
    cookies[i] = cookie;
    entries[i] = entry;
  }

  /** Forgets everything. */
  synchronized void clear() {
    if (size > 0) {
      Arrays.fill(ids, 0);
      Arrays.fill(cookies, null);
      Arrays.fill(entries, null);
      size = 0;
    }
  }

  private int slot(int id) {
    int mask = ids.length - 1;
    int i = (id * 0x9e3779b9) >>> 8 & mask;
    while (cookies[i] != null && ids[i] != id) {
      i = i + 1 & mask;
    }
    return i;
  }

  private void grow() {
    int[] oldIds = ids;
    Object[] oldCookies = cookies;
    Object[] oldEntries = entries;
    ids = new int[2 * oldIds.length];
    cookies = new Object[ids.length];
    entries = new Object[ids.length];
    size = 0;
    for (int i = 0; i < oldIds.length; i++) {
      if (oldCookies[i] != null) {
        put(oldIds[i], oldCookies[i], oldEntries[i]);
      }
    }
  }
}
