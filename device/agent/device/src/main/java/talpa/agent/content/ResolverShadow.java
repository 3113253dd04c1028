package talpa.agent.content;

import android.content.ContentProviderOperation;
import android.content.ContentProviderResult;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.Context;
import android.content.OperationApplicationException;
import android.content.SyncAdapterType;
import android.content.SyncInfo;
import android.content.SyncStatusObserver;
import android.content.UriPermission;
import android.database.ContentObserver;
import android.database.Cursor;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.RemoteException;
import android.os.TransactionTooLargeException;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowContentResolver;
import talpa.agent.activity.Transactions;
import talpa.agent.cursor.HandedCursors;
import talpa.agent.process.PerApp;

/**
 * A resolver that tells observers by the rules of the platform's ContentService, that runs a query
 * when it is asked for and not when its rows are, and that knows no provider but those there are.
 */
@Implements(className = "android.content.ContentResolver")
public class ResolverShadow extends ShadowContentResolver {
  private record Entry(Uri uri, boolean descendants, ContentObserver observer) {
    /** Whether a change of a URI concerns the observer: also that of one above its own. */
    boolean concerns(Uri changed, boolean skipDescendants) {
      List<String> own = uri.getPathSegments();
      List<String> path = changed.getPathSegments();
      if (!Objects.equals(uri.getAuthority(), changed.getAuthority())) {
        return false;
      }
      int n = Math.min(own.size(), path.size());
      if (!own.subList(0, n).equals(path.subList(0, n))) {
        return false;
      }
      return path.size() > own.size() ? descendants : !(skipDescendants && descendants);
    }
  }

  /** Schemes of what is opened without a provider. */
  private static final Set<String> DIRECT =
      Set.of(ContentResolver.SCHEME_FILE, ContentResolver.SCHEME_ANDROID_RESOURCE);

  private static final PerApp<List<Entry>> OBSERVERS = PerApp.of(CopyOnWriteArrayList::new);

  @RealObject private ContentResolver resolver;

  private static boolean known(Uri u) {
    String a = String.valueOf(u.getAuthority());
    return a.equals("settings") || ShadowContentResolver.getProvider(u) != null;
  }

  // ---- observers ----

  /**
   * Whether the system takes it: apps for Android 8 and later name providers that there are. What
   * the system's own packages have beside those of this device is not known here.
   */
  private static boolean taken(Uri u) {
    String a = String.valueOf(u.getAuthority());
    Context app = RuntimeEnvironment.getApplication();
    if (known(u)
        || !a.contains(".")
        || a.startsWith("com.android.")
        || a.startsWith("com.google.")
        || app == null
        || app.getApplicationInfo().targetSdkVersion < Build.VERSION_CODES.O) {
      return true;
    }
    throw new SecurityException(
        "Failed to find provider "
            + a
            + " for user 0; expected to find a valid ContentProvider for this authority");
  }

  /** Nothing syncs by itself, so nobody is told. */
  @Implementation
  protected static Object addStatusChangeListener(int mask, SyncStatusObserver callback) {
    if (callback == null) {
      throw new IllegalArgumentException("you passed in a null callback");
    }
    return callback;
  }

  @Implementation
  protected static void removeStatusChangeListener(Object handle) {
    if (handle == null) {
      throw new IllegalArgumentException("you passed in a null handle");
    }
  }

  @Override
  @Implementation
  protected void registerContentObserver(Uri u, boolean descendants, ContentObserver o) {
    Objects.requireNonNull(u, "uri");
    Objects.requireNonNull(o, "observer");
    if (taken(u)) {
      OBSERVERS.get().add(new Entry(u, descendants, o));
    }
  }

  @Override
  @Implementation
  protected void registerContentObserver(Uri u, boolean descendants, ContentObserver o, int user) {
    registerContentObserver(u, descendants, o);
  }

  @Override
  @Implementation
  protected void unregisterContentObserver(ContentObserver o) {
    Objects.requireNonNull(o, "observer");
    OBSERVERS.get().removeIf(e -> e.observer == o);
  }

  @Override
  @Implementation
  protected void notifyChange(Uri u, ContentObserver by) {
    notifyChange(u, by, ContentResolver.NOTIFY_SYNC_TO_NETWORK);
  }

  @Override
  @Implementation
  protected void notifyChange(Uri u, ContentObserver by, boolean sync) {
    notifyChange(u, by, sync ? ContentResolver.NOTIFY_SYNC_TO_NETWORK : 0);
  }

  @Override
  @Implementation
  protected void notifyChange(Uri u, ContentObserver by, int flags) {
    Objects.requireNonNull(u, "uri");
    if (!taken(u)) {
      return;
    }
    boolean skip = (flags & ContentResolver.NOTIFY_SKIP_NOTIFY_FOR_DESCENDANTS) != 0;
    for (Entry e : OBSERVERS.get()) {
      boolean self = e.observer == by;
      if (e.concerns(u, skip) && (!self || by.deliverSelfNotifications())) {
        e.observer.dispatchChange(self, List.of(u), flags, 0);
      }
    }
  }

  @Override
  @Implementation
  protected void notifyChange(Collection<Uri> all, ContentObserver by, int flags) {
    all.forEach(u -> notifyChange(u, by, flags));
  }

  // ---- providers ----

  private static void require(Uri u, String what) {
    if (!known(u)) {
      throw new IllegalArgumentException("Unknown " + what + " " + u);
    }
  }

  /**
   * Whether rows come to a provider: to one of the system's not more than the binder carries. An
   * app that sends more is not told but by the answer of a provider that has died.
   */
  private static boolean carried(Uri u, ContentValues... rows) {
    if (rows == null || !SystemProviders.has(String.valueOf(u.getAuthority()))) {
      return true;
    }
    try {
      Transactions.send(Arrays.stream(rows).filter(Objects::nonNull).toList());
      return true;
    } catch (TransactionTooLargeException e) {
      return false;
    }
  }

  @Override
  @Implementation
  protected Uri insert(Uri u, ContentValues v) {
    require(u, "URL");
    return carried(u, v) ? super.insert(u, v) : null;
  }

  @Override
  @Implementation
  protected int bulkInsert(Uri u, ContentValues[] v) {
    require(u, "URL");
    return carried(u, v) ? super.bulkInsert(u, v) : 0;
  }

  @Override
  @Implementation
  protected int update(Uri u, ContentValues v, String where, String[] args) {
    require(u, "URI");
    return carried(u, v) ? super.update(u, v, where, args) : -1;
  }

  @Override
  @Implementation
  protected int delete(Uri u, String where, String[] args) {
    require(u, "URL");
    return super.delete(u, where, args);
  }

  private static void requireAuthority(String authority) {
    if (!known(new Uri.Builder().scheme("content").authority(authority).build())) {
      throw new IllegalArgumentException("Unknown authority " + authority);
    }
  }

  @Override
  @Implementation
  protected Bundle call(Uri u, String method, String arg, Bundle extras) {
    requireAuthority(u.getAuthority());
    return super.call(u, method, arg, extras);
  }

  @Override
  @Implementation
  protected ContentProviderResult[] applyBatch(
      String authority, ArrayList<ContentProviderOperation> all)
      throws OperationApplicationException {
    requireAuthority(authority);
    if (SystemProviders.has(authority)) {
      try {
        Transactions.send(all);
      } catch (TransactionTooLargeException e) {
        throw ResolverShadow.<RuntimeException>any(e);
      }
    }
    return super.applyBatch(authority, all);
  }

  /** As the real method declares it, and that of Robolectric does not. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> E any(RemoteException e) throws E {
    throw (E) e;
  }

  /** What is neither a file nor a resource is a provider's, whatever its scheme. */
  private static void requireFile(Uri u) throws FileNotFoundException {
    String scheme = u.getScheme();
    boolean content = ContentResolver.SCHEME_CONTENT.equals(scheme);
    if (content ? !known(u) : !DIRECT.contains(String.valueOf(scheme))) {
      throw new FileNotFoundException("No content provider: " + u);
    }
  }

  @Override
  @Implementation
  protected InputStream openInputStream(Uri u) throws FileNotFoundException {
    requireFile(u);
    return super.openInputStream(u);
  }

  @Override
  @Implementation
  protected OutputStream openOutputStream(Uri u) throws FileNotFoundException {
    requireFile(u);
    return super.openOutputStream(u);
  }

  @Override
  @Implementation
  protected OutputStream openOutputStream(Uri u, String mode) throws FileNotFoundException {
    requireFile(u);
    return super.openOutputStream(u, mode);
  }

  /** As on a device the query runs here: what is wrong with it is thrown here. */
  private Cursor run(Uri u, Cursor c) {
    if (c != null) {
      c.getCount();
    }
    String authority = String.valueOf(u.getAuthority());
    return SystemProviders.has(authority)
        ? HandedCursors.remote(resolver, c, authority)
        : HandedCursors.own(resolver, c);
  }

  @Override
  @Implementation
  protected Cursor query(
      Uri u, String[] columns, String where, String[] args, String order, CancellationSignal s) {
    if (s != null) {
      s.throwIfCanceled();
    }
    return run(u, super.query(u, columns, where, args, order, s));
  }

  @Override
  @Implementation
  protected Cursor query(Uri u, String[] columns, String where, String[] args, String order) {
    return run(u, super.query(u, columns, where, args, order));
  }

  // ---- nothing is synchronised, and no other app holds a grant of this one ----

  /** None. */
  @Implementation
  protected static SyncAdapterType[] getSyncAdapterTypes() {
    return new SyncAdapterType[0];
  }

  /** None. */
  @Implementation
  protected static SyncInfo getCurrentSync() {
    return null;
  }

  /** None. */
  @Implementation
  protected static List<SyncInfo> getCurrentSyncs() {
    return new ArrayList<>();
  }

  /** None. */
  @Implementation
  protected List<UriPermission> getOutgoingPersistedUriPermissions() {
    return new ArrayList<>();
  }

  /** None. */
  @Implementation
  protected List<UriPermission> getOutgoingUriPermissions() {
    return new ArrayList<>();
  }
}
