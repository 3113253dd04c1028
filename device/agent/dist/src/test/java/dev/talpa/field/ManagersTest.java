package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.accounts.Account;
import android.accounts.AccountManager;
import android.app.AppOpsManager;
import android.app.NotificationManager;
import android.app.SearchManager;
import android.app.SearchableInfo;
import android.app.Service;
import android.app.usage.NetworkStatsManager;
import android.content.ComponentName;
import android.content.Intent;
import android.media.MediaRoute2Info;
import android.media.MediaRouter2;
import android.net.TetheringManager;
import android.os.Bundle;
import android.os.IBinder;
import android.os.Process;
import android.os.RemoteException;
import android.os.SystemClock;
import android.os.storage.StorageManager;
import android.view.autofill.AutofillManager;
import android.view.textclassifier.TextClassificationManager;
import android.view.textclassifier.TextClassifier;
import android.widget.EditText;
import android.widget.SearchView;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the framework's managers answer on a phone that was just set up. */
class ManagersTest extends FieldTest {
  /** Is where searches go. */
  public static final class Finder extends Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      found(getIntent());
    }

    @Override
    protected void onNewIntent(Intent i) {
      found(i);
    }

    private void found(Intent i) {
      say("find " + i.getStringExtra(SearchManager.QUERY));
    }
  }

  /** Has a field for searches. */
  public static final class Asker extends Screen {
    SearchView field;

    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      field = new SearchView(this);
      field.setSearchableInfo(searches().getSearchableInfo(getComponentName()));
      setContentView(field);
    }
  }

  private static SearchManager searches() {
    return app().getSystemService(SearchManager.class);
  }

  private static SearchableInfo searchable(Class<?> activity) {
    return searches().getSearchableInfo(new ComponentName(app(), activity));
  }

  // ---- searches ----

  @Test
  void anActivityThatTakesSearchesIsSearchable() {
    SearchableInfo s = searchable(Finder.class);
    assertEquals(new ComponentName(app(), Finder.class), s.getSearchActivity());
    assertEquals(android.R.string.search_go, s.getHintId());
  }

  @Test
  void anotherHasTheOneThatTheAppNames() {
    assertEquals(
        new ComponentName(app(), Finder.class), searchable(Asker.class).getSearchActivity());
  }

  @Test
  void whatIsMissingHasNone() {
    assertNull(searchable(String.class));
    assertNull(searches().getSearchableInfo(null));
  }

  @Test
  void aQueryGoesToTheActivityForSearches() {
    Asker asker = open(Asker.class);
    said();
    main(() -> asker.field.setQuery("mole", true));
    String all = said();
    assertTrue(all.contains("find mole"), all);
  }

  @Test
  void theSearchDialogComesUp() {
    Asker asker = open(Asker.class);
    main(() -> assertTrue(asker.onSearchRequested()));
    String dump = dump();
    assertTrue(dump.contains("android:id/search_src_text"), dump);
  }

  // ---- notifications ----

  @Test
  void notificationsOfAnAppThatMayPostThemAreSeen() {
    NotificationManager m = app().getSystemService(NotificationManager.class);
    device(
        "permission",
        Map.of("grants", Map.of("android.permission.POST_NOTIFICATIONS", Map.of("held", false))));
    assertEquals(NotificationManager.IMPORTANCE_NONE, m.getImportance());
    device(
        "permission",
        Map.of("grants", Map.of("android.permission.POST_NOTIFICATIONS", Map.of("held", true))));
    assertEquals(NotificationManager.IMPORTANCE_DEFAULT, m.getImportance());
  }

  // ---- app operations ----

  private static int mode(String operation) {
    AppOpsManager m = app().getSystemService(AppOpsManager.class);
    int mode = m.unsafeCheckOpNoThrow(operation, Process.myUid(), app().getPackageName());
    assertEquals(mode, m.noteOpNoThrow(operation, Process.myUid(), app().getPackageName()));
    return mode;
  }

  @Test
  void whatTheUserSwitchesOnIsNotAllowedAtFirst() {
    assertEquals(AppOpsManager.MODE_DEFAULT, mode(AppOpsManager.OPSTR_GET_USAGE_STATS));
    assertEquals(AppOpsManager.MODE_DEFAULT, mode(AppOpsManager.OPSTR_SYSTEM_ALERT_WINDOW));
    assertEquals(AppOpsManager.MODE_DEFAULT, mode(AppOpsManager.OPSTR_WRITE_SETTINGS));
    assertEquals(AppOpsManager.MODE_ERRORED, mode(AppOpsManager.OPSTR_MOCK_LOCATION));
  }

  @Test
  void anOperationFollowsItsPermission() {
    device(
        "permission", Map.of("grants", Map.of("android.permission.CAMERA", Map.of("held", false))));
    assertEquals(AppOpsManager.MODE_IGNORED, mode(AppOpsManager.OPSTR_CAMERA));
    device(
        "permission", Map.of("grants", Map.of("android.permission.CAMERA", Map.of("held", true))));
    assertEquals(AppOpsManager.MODE_ALLOWED, mode(AppOpsManager.OPSTR_CAMERA));
    assertEquals(AppOpsManager.MODE_IGNORED, mode(AppOpsManager.OPSTR_RECORD_AUDIO));
    assertEquals(AppOpsManager.MODE_ALLOWED, mode(AppOpsManager.OPSTR_PICTURE_IN_PICTURE));
  }

  /**
   * The manager asks the system at the first field that gets the focus, and waits for the answer.
   */
  @Test
  void autofillIsThereAndOff() {
    EditText[] field = new EditText[1];
    Screen screen = open(Finder.class);
    long begin = SystemClock.uptimeMillis();
    main(
        () -> {
          field[0] = new EditText(screen);
          screen.setContentView(field[0]);
          field[0].requestFocus();
          screen.getSystemService(AutofillManager.class).requestAutofill(field[0]);
          assertEquals(begin, SystemClock.uptimeMillis(), "nobody waits in vain");
        });
    main(() -> assertFalse(screen.getSystemService(AutofillManager.class).isEnabled()));
    assertEquals(List.of(), lines("AutofillManager"));
  }

  @Test
  void aServiceWithoutANameIsNone() {
    Screen screen = open(Finder.class);
    main(() -> assertNull(screen.getSystemService((String) null)));
    main(() -> assertNull(app().getSystemService((String) null)));
  }

  @Test
  void theProcessKnowsItself() {
    android.app.ActivityManager.RunningAppProcessInfo own =
        new android.app.ActivityManager.RunningAppProcessInfo();
    android.app.ActivityManager.getMyMemoryState(own);
    assertEquals(Process.myPid(), own.pid);
    assertEquals(
        android.app.ActivityManager.RunningAppProcessInfo.IMPORTANCE_FOREGROUND, own.importance);
    assertNotNull(
        app().getSystemService(android.app.ActivityManager.class).getRunningAppProcesses());
  }

  // ---- accounts ----

  /** Is what the system asks for accounts of the app's type. */
  public static final class Authenticator extends Service {
    @Override
    public IBinder onBind(Intent i) {
      return null;
    }
  }

  @Test
  void anAppAddsAccountsOfItsOwnTypeOnly() {
    AccountManager m = AccountManager.get(app());
    assertTrue(m.addAccountExplicitly(new Account("me", "dev.talpa.field"), "p", null));
    assertEquals(1, m.getAccountsByType("dev.talpa.field").length);
    assertEquals(
        "uid " + Process.myUid() + " cannot explicitly add accounts of type: com.example",
        assertThrows(
                SecurityException.class,
                () -> m.addAccountExplicitly(new Account("me", "com.example"), "p", null))
            .getMessage());
    assertTrue(
        Arrays.stream(m.getAuthenticatorTypes()).anyMatch(a -> a.type.equals("dev.talpa.field")));
  }

  // ---- volumes ----

  @Test
  void theAppsFoldersAreOnOneVolumeWithRoom() throws IOException {
    StorageManager m = app().getSystemService(StorageManager.class);
    UUID volume = m.getUuidForPath(app().getFilesDir());
    assertEquals(StorageManager.UUID_DEFAULT, volume);
    assertTrue(m.getAllocatableBytes(volume) > 0);
  }

  // ---- networks and routes ----

  @Test
  void noInterfaceIsSharedAndNobodyWaitsForThat() {
    long before = SystemClock.uptimeMillis();
    TetheringManager t = app().getSystemService(TetheringManager.class);
    assertEquals(0, t.getTetherableIfaces().length);
    assertEquals(List.of("wlan\\d", "softap\\d"), Arrays.asList(t.getTetherableWifiRegexs()));
    assertThrows(SecurityException.class, t::isTetheringSupported);
    assertTrue(SystemClock.uptimeMillis() - before < 1000, "the manager waits a minute at most");
  }

  @Test
  void soundGoesToThePhonesOwnSpeaker() {
    MediaRouter2 r = MediaRouter2.getInstance(app());
    List<MediaRoute2Info> chosen = r.getSystemController().getSelectedRoutes();
    assertEquals("Phone", chosen.get(0).getName().toString());
    assertTrue(chosen.get(0).isSystemRoute());
    assertEquals(List.of(r.getSystemController()), r.getControllers());
  }

  @Test
  void anAppIsToldOnlyWhatItSentOverTheNetworkItself() throws RemoteException {
    NetworkStatsManager m = app().getSystemService(NetworkStatsManager.class);
    assertEquals(
        "Network stats history of uid -1 is forbidden for caller " + Process.myUid(),
        assertThrows(SecurityException.class, () -> m.querySummaryForDevice(1, null, 0, 1))
            .getMessage());
    assertThrows(SecurityException.class, () -> m.queryDetailsForUid(1, null, 0, 1, 1000));
    assertFalse(m.querySummary(1, null, 0, 1).hasNextBucket());
    assertFalse(m.queryDetailsForUid(1, null, 0, 1, Process.myUid()).hasNextBucket());
  }

  @Test
  void noServiceSaysWhatATextIsAndThatIsNoError() {
    TextClassificationManager m = app().getSystemService(TextClassificationManager.class);
    main(() -> assertSame(TextClassifier.NO_OP, m.getTextClassifier()));
    assertTrue(lines("androidtc").stream().noneMatch(l -> l.startsWith("E ")));
  }
}
