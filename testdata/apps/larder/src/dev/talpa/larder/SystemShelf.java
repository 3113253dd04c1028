package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.accounts.AccountManager;
import android.app.Activity;
import android.app.ActivityManager;
import android.app.DownloadManager;
import android.content.ContentResolver;
import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.print.PageRange;
import android.print.PrintAttributes;
import android.print.PrintDocumentAdapter;
import android.print.PrintManager;
import android.view.inputmethod.InputMethodManager;
import android.webkit.CookieManager;
import android.webkit.CookieSyncManager;
import android.webkit.MimeTypeMap;
import android.webkit.WebSettings;
import android.webkit.WebView;
import java.io.File;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.List;
import java.util.Locale;

/** Services that every phone runs. */
public final class SystemShelf {
  private final Activity context;

  SystemShelf(Activity context) {
    this.context = context;
  }

  public void runningTasks() {
    ActivityManager m = (ActivityManager) context.getSystemService(Context.ACTIVITY_SERVICE);
    List<ActivityManager.RunningTaskInfo> tasks = m.getRunningTasks(1);
    want(tasks.size() == 1, tasks.size());
    want(tasks.get(0).topActivity.getPackageName().equals(context.getPackageName()), null);
    want(m.getAppTasks().size() == 1, m.getAppTasks().size());
    want(m.getAppTasks().get(0).getTaskInfo() != null, null);
  }

  public void runningProcesses() {
    ActivityManager m = (ActivityManager) context.getSystemService(Context.ACTIVITY_SERVICE);
    List<ActivityManager.RunningAppProcessInfo> all = m.getRunningAppProcesses();
    want(all != null && all.size() == 1, all);
    want(all.get(0).pid == android.os.Process.myPid(), all.get(0).pid);
    want(all.get(0).processName.equals(context.getPackageName()), all.get(0).processName);
    want(m.getRunningServices(10) != null, null);
    want(m.getProcessMemoryInfo(new int[] {all.get(0).pid}).length == 1, null);
  }

  public void packages() throws PackageManager.NameNotFoundException {
    PackageManager m = context.getPackageManager();
    PackageInfo own =
        m.getPackageInfo(
            context.getPackageName(), PackageManager.GET_SIGNATURES | PackageManager.GET_PERMISSIONS);
    want(own.signatures.length == 1, null);
    want(own.firstInstallTime > 0 && own.lastUpdateTime > 0, own.firstInstallTime);
    List<ApplicationInfo> all = m.getInstalledApplications(0);
    want(all.size() > 3, all.size());
    for (ApplicationInfo a : all) {
      want(a.loadLabel(m) != null && a.loadIcon(m) != null, a.packageName);
      want(a.sourceDir != null, a.packageName);
    }
    for (PackageInfo p : m.getInstalledPackages(0)) {
      want(p.applicationInfo != null, p.packageName);
    }
    want(m.getPackagesForUid(android.os.Process.myUid()).length == 1, null);
    want(context.getApplicationInfo().uid == android.os.Process.myUid(), null);
    want(android.os.Binder.getCallingUid() == android.os.Process.myUid(), null);
  }

  /** Where libraries lie, and for which processors; loaders of libraries ask before anything else. */
  public void nativeLibraries() {
    ApplicationInfo own = context.getApplicationInfo();
    String beside = new File(own.sourceDir).getParent() + "/lib/";
    want(own.nativeLibraryDir != null && own.nativeLibraryDir.startsWith(beside), own.nativeLibraryDir);
    want(Build.SUPPORTED_ABIS.length > 1, Build.SUPPORTED_ABIS.length);
    want(Build.SUPPORTED_ABIS[0].equals(Build.SUPPORTED_64_BIT_ABIS[0]), Build.SUPPORTED_ABIS[0]);
  }

  public void printing() {
    PrintManager m = (PrintManager) context.getSystemService(Context.PRINT_SERVICE);
    m.print(
        "larder",
        new PrintDocumentAdapter() {
          @Override
          public void onLayout(
              PrintAttributes old,
              PrintAttributes now,
              CancellationSignal cancel,
              LayoutResultCallback to,
              Bundle extras) {
            to.onLayoutCancelled();
          }

          @Override
          public void onWrite(
              PageRange[] pages,
              ParcelFileDescriptor file,
              CancellationSignal cancel,
              WriteResultCallback to) {
            to.onWriteCancelled();
          }
        },
        null);
  }

  public void otherManagers() {
    for (String name :
        new String[] {
          Context.NETWORK_STATS_SERVICE, Context.MIDI_SERVICE, Context.USAGE_STATS_SERVICE,
          Context.MEDIA_ROUTER_SERVICE,
          Context.FINGERPRINT_SERVICE, Context.SHORTCUT_SERVICE, Context.RESTRICTIONS_SERVICE,
          Context.CAPTIONING_SERVICE, Context.USB_SERVICE, Context.INPUT_SERVICE
        }) {
      want(context.getSystemService(name) != null, name);
    }
  }

  public void inputMethods() {
    InputMethodManager m =
        (InputMethodManager) context.getSystemService(Context.INPUT_METHOD_SERVICE);
    want(m.getEnabledInputMethodList().size() == 1, m.getEnabledInputMethodList());
    want(m.getInputMethodList().size() == 1, m.getInputMethodList());
    want(m.getInputMethodList().get(0).loadLabel(context.getPackageManager()) != null, null);
  }

  public void accounts() {
    AccountManager m = AccountManager.get(context);
    want(m.getAccounts().length == 0, m.getAccounts().length);
    want(m.getAccountsByType("com.google").length == 0, null);
    want(m.getAuthenticatorTypes() != null, null);
  }

  public void syncing() {
    want(ContentResolver.getSyncAdapterTypes() != null, null);
    want(ContentResolver.getCurrentSyncs().isEmpty(), null);
    ContentResolver.setMasterSyncAutomatically(true);
    want(context.getContentResolver().getPersistedUriPermissions().isEmpty(), null);
    want(context.getContentResolver().getOutgoingPersistedUriPermissions().isEmpty(), null);
  }

  public void downloads() {
    DownloadManager m = (DownloadManager) context.getSystemService(Context.DOWNLOAD_SERVICE);
    DownloadManager.Request r = new DownloadManager.Request(Uri.parse("https://example.com/a"));
    r.setTitle("a").setNotificationVisibility(DownloadManager.Request.VISIBILITY_VISIBLE);
    long id = m.enqueue(r);
    try (Cursor c = m.query(new DownloadManager.Query().setFilterById(id))) {
      want(c != null && c.moveToFirst(), c);
      int status = c.getInt(c.getColumnIndex(DownloadManager.COLUMN_STATUS));
      want(status > 0, status);
    }
    want(m.remove(id) == 1, null);
  }

  public void cookies() {
    CookieManager m = CookieManager.getInstance();
    m.setAcceptCookie(true);
    m.setCookie("https://example.com", "a=b");
    want("a=b".equals(m.getCookie("https://example.com")), m.getCookie("https://example.com"));
    m.removeAllCookies(null);
    m.flush();
    CookieSyncManager.createInstance(context);
    CookieSyncManager.getInstance().sync();
  }

  public void webSettings() {
    WebSettings s = new WebView(context).getSettings();
    s.setJavaScriptEnabled(true);
    want(s.getJavaScriptEnabled(), null);
    want(s.getUserAgentString() != null && s.getUserAgentString().startsWith("Mozilla"), s);
    String agent = WebSettings.getDefaultUserAgent(context);
    want(agent != null && agent.startsWith("Mozilla"), agent);
  }

  /** A view that has loaded nothing can be asked for anything. */
  @SuppressWarnings("deprecation")
  public void webView() {
    WebView w = new WebView(context);
    want(w.getContentHeight() >= 0 && w.getProgress() >= 0, w.getContentHeight());
    want(w.getScale() > 0, w.getScale());
    w.zoomIn();
    w.zoomOut();
    w.pageUp(true);
    w.pageDown(false);
    w.flingScroll(0, 10);
    w.findAllAsync("a");
    w.findNext(true);
    w.clearMatches();
    w.clearFormData();
    w.setNetworkAvailable(true);
    want(w.getHitTestResult().getType() == WebView.HitTestResult.UNKNOWN_TYPE, "a link");
    w.pauseTimers();
    w.resumeTimers();
    w.onPause();
    w.onResume();
    w.saveState(new Bundle());
    w.copyBackForwardList();
    w.getFavicon();
    w.getCertificate();
    want(w.createPrintDocumentAdapter("page") != null, "nothing to print");
    want(w.capturePicture().getWidth() > 0, "no picture");
    w.setInitialScale(100);
    w.invokeZoomPicker();
    w.postUrl("https://example.com", new byte[0]);
    w.stopLoading();
    w.destroy();
  }

  public void mimeTypes() {
    MimeTypeMap m = MimeTypeMap.getSingleton();
    String jpg = m.getMimeTypeFromExtension("jpg");
    want("image/jpeg".equals(jpg), jpg);
    String pdf = m.getMimeTypeFromExtension("pdf");
    want("application/pdf".equals(pdf), pdf);
    want("txt".equals(m.getExtensionFromMimeType("text/plain")), null);
    want(m.hasExtension("mp3"), null);
  }

  public void handler() {
    want(Thread.getDefaultUncaughtExceptionHandler() != null, null);
  }

  public void formats() {
    Date d = new Date(1705312800000L);
    String s = new SimpleDateFormat("cccc, LLLL d", Locale.US).format(d);
    want(s.equals("Monday, January 15"), s);
    want(!new DecimalFormat("@@#").format(1.2345).isEmpty(), null);
    want(!new SimpleDateFormat("EEE, d MMM yyyy HH:mm:ss ZZZZZ", Locale.US).format(d).isEmpty(), null);
  }
}
