package talpa.agent.patch;

/** Repairs of Robolectric's reading of resources.arsc. */
public final class ResourceTable {
  /** Size of a package header that has the field typeIdOffset, in bytes. */
  private static final int WITH_TYPE_ID_OFFSET = 288;

  private ResourceTable() {}

  /**
   * The type id offset of a package: tables of build tools before API 21 have no such field, and
   * what is read in its place belongs to the string pool.
   */
  public static int typeIdOffset(int read, int headerSize) {
    return headerSize >= WITH_TYPE_ID_OFFSET ? read : 0;
  }
}
