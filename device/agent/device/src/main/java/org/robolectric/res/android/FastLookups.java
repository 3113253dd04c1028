package org.robolectric.res.android;

import java.nio.ByteBuffer;
import org.robolectric.res.android.CppAssetManager2.ResolvedBag.Entry;
import org.robolectric.res.android.ResourceTypes.ResTable_type;

/** Look-ups that give what Robolectric's give, without scanning or allocating. */
public final class FastLookups {
  private static final int SPARSE_ENTRY_SIZE = 4;

  /** Size of a package header that has the field typeIdOffset, in bytes. */
  private static final int WITH_TYPE_ID_OFFSET = 288;

  private FastLookups() {}

  /**
   * The type id offset of a package: tables of build tools before API 21 have no such field, and
   * what is read in its place belongs to the string pool.
   */
  static int typeIdOffset(int read, int headerSize) {
    return headerSize >= WITH_TYPE_ID_OFFSET ? read : 0;
  }

  /** {@code LoadedPackage.GetEntryOffset}: a binary search where the original scans. */
  static int entryOffset(ResTable_type type, int index) {
    if ((type.flags & ResTable_type.FLAG_SPARSE) == 0) {
      return index >= type.entryCount ? ResTable_type.NO_ENTRY : type.entryOffset(index);
    }
    ByteBuffer buf = type.myBuf();
    int base = type.myOffset() + type.header.headerSize;
    int low = 0;
    int high = type.entryCount - 1;
    while (low <= high) {
      int mid = (low + high) >>> 1;
      int at = base + mid * SPARSE_ENTRY_SIZE;
      int found = buf.getShort(at) & 0xffff;
      if (found == index) {
        return (buf.getShort(at + 2) & 0xffff) * 4;
      }
      if (found < index) {
        low = mid + 1;
      } else {
        high = mid - 1;
      }
    }
    return ResTable_type.NO_ENTRY;
  }

  /** {@code BagAttributeFinder.Find}. */
  static Entry find(Entry[] bag, int key) {
    if (bag == null) {
      return null;
    }
    int low = 0;
    int high = bag.length - 1;
    while (low <= high) {
      int mid = (low + high) >>> 1;
      int found = bag[mid].key;
      if (found == key) {
        return bag[mid];
      }
      if (found < key) {
        low = mid + 1;
      } else {
        high = mid - 1;
      }
    }
    return null;
  }

  /** {@code ResXMLParser.getAttributeNameID}: reads the buffer. */
  static int attributeNameId(ResXMLParser p, int index) {
    if (p.mEventCode != ResXMLParser.event_code_t.START_TAG) {
      return -1;
    }
    ByteBuffer buf = p.mTree.mBuffer.buf;
    int tag = p.mCurExt;
    if (index >= (buf.getShort(tag + 12) & 0xffff)) {
      return -1;
    }
    int start = buf.getShort(tag + 8) & 0xffff;
    int size = buf.getShort(tag + 10) & 0xffff;
    return buf.getInt(tag + start + size * index + 4);
  }

  /** The resource ids of the attributes of the current element; empty if there is no parser. */
  static int[] attributeIds(ResXMLParser p) {
    int[] ids = new int[p == null ? 0 : Math.max(0, p.getAttributeCount())];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = p.getAttributeNameResID(i);
    }
    return ids;
  }

  /** The index of an id, or -1. */
  static int indexOf(int[] ids, int id) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    return -1;
  }
}
