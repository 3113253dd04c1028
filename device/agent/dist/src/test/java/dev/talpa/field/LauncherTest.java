package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.PendingIntent;
import android.appwidget.AppWidgetManager;
import android.appwidget.AppWidgetProvider;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.LauncherApps;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ShortcutInfo;
import android.content.pm.ShortcutManager;
import android.os.Bundle;
import android.os.Looper;
import android.os.Process;
import android.os.UserHandle;
import android.service.quicksettings.Tile;
import android.service.quicksettings.TileService;
import android.widget.RemoteViews;
import android.widget.RemoteViewsService;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Widgets, tiles and shortcuts, as the home screen and the quick settings work them. */
class LauncherTest extends FieldTest {
  private static final int LAYOUT = android.R.layout.simple_list_item_2;
  private static final int FIRST = android.R.id.text1;
  private static final int SECOND = android.R.id.text2;

  /** Says what it is told of its widgets. */
  public static class Clock extends AppWidgetProvider {
    private void note(String what) {
      say(getClass().getSimpleName() + " " + what);
    }

    @Override
    public void onUpdate(Context c, AppWidgetManager m, int[] ids) {
      note("update " + Arrays.toString(ids));
    }

    @Override
    public void onAppWidgetOptionsChanged(Context c, AppWidgetManager m, int id, Bundle b) {
      note(
          "size "
              + id
              + " "
              + b.getInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH)
              + "x"
              + b.getInt(AppWidgetManager.OPTION_APPWIDGET_MAX_HEIGHT));
    }

    @Override
    public void onEnabled(Context c) {
      note("enabled");
    }

    @Override
    public void onDisabled(Context c) {
      note("disabled");
    }

    @Override
    public void onDeleted(Context c, int[] ids) {
      note("deleted " + Arrays.toString(ids));
    }

    @Override
    public void onReceive(Context c, Intent i) {
      if (String.valueOf(i.getAction()).startsWith("dev.talpa.")) {
        note(i.getAction().substring(10) + " " + i.getStringExtra("row"));
      }
      super.onReceive(c, i);
    }
  }

  /** Wants to be configured. */
  public static final class Asking extends Clock {}

  /** Its configuration; also the lower screen of a shortcut. */
  public static final class Configure extends Screen {}

  /** What shortcuts open. */
  public static final class Target extends Screen {}

  /** Has two rows. */
  public static final class Lines extends RemoteViewsService {
    static int count = 2;

    @Override
    public RemoteViewsFactory onGetViewFactory(Intent i) {
      return new Factory();
    }
  }

  /** Makes the rows. */
  private static final class Factory implements RemoteViewsService.RemoteViewsFactory {
    @Override
    public void onCreate() {
      say("factory made");
    }

    @Override
    public void onDataSetChanged() {
      say("rows asked" + (Looper.myLooper() == Looper.getMainLooper() ? " on main" : ""));
    }

    @Override
    public void onDestroy() {}

    @Override
    public int getCount() {
      return Lines.count;
    }

    @Override
    public RemoteViews getViewAt(int n) {
      RemoteViews row = new RemoteViews(app().getPackageName(), LAYOUT);
      row.setOnClickFillInIntent(FIRST, new Intent().putExtra("row", "r" + n));
      return row;
    }

    @Override
    public RemoteViews getLoadingView() {
      return null;
    }

    @Override
    public int getViewTypeCount() {
      return 1;
    }

    @Override
    public long getItemId(int n) {
      return n;
    }

    @Override
    public boolean hasStableIds() {
      return true;
    }
  }

  /** Counts its touches on its tile. */
  public static final class Switch extends TileService {
    @Override
    public void onTileAdded() {
      say("added");
    }

    @Override
    public void onTileRemoved() {
      say("removed");
    }

    @Override
    public void onStartListening() {
      Tile t = getQsTile();
      say("listening " + t.getLabel());
      t.setLabel("Mine");
      t.updateTile();
    }

    @Override
    public void onClick() {
      say("click" + (isLocked() ? " locked" : ""));
    }

    @Override
    public void onStopListening() {
      say("stopped");
    }

    @Override
    public void onDestroy() {
      say("destroyed");
    }
  }

  private static String name(Class<?> c) {
    return new ComponentName(app(), c).flattenToString();
  }

  private static void widget(Class<?> provider, String how) {
    device("widget", Map.of("component", name(provider), "how", how));
  }

  private static AppWidgetManager widgets() {
    return AppWidgetManager.getInstance(app());
  }

  private static int[] ids(Class<?> provider) {
    return widgets().getAppWidgetIds(new ComponentName(app(), provider));
  }

  private static List<?> registered() {
    Object all = device("wait", Map.of("ms", 0)).get("registered");
    return all == null ? List.of() : (List<?>) all;
  }

  // ---- widgets ----

  /** AppWidgetServiceImpl: enabled before the first, disabled after the last. */
  @Test
  void aWidgetIsPlacedResizedAndRemoved() {
    assertArrayEquals(new int[0], ids(Clock.class));
    widget(Clock.class, "added");
    assertSaid("Clock enabled", "Clock update [1]", "Clock size 1 250x110");
    widget(Clock.class, "added");
    assertSaid("Clock update [2]", "Clock size 2 250x110");
    assertArrayEquals(new int[] {1, 2}, ids(Clock.class));
    widget(Clock.class, "update");
    assertSaid("Clock update [1, 2]");
    device(
        "widget",
        Map.of("component", name(Clock.class), "how", "resize", "width", 300, "height", 80));
    assertSaid("Clock size 2 300x80");
    Bundle size = widgets().getAppWidgetOptions(2);
    assertEquals(300, size.getInt(AppWidgetManager.OPTION_APPWIDGET_MAX_WIDTH));
    assertEquals(
        250, widgets().getAppWidgetOptions(1).getInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH));
    assertEquals(new ComponentName(app(), Clock.class), widgets().getAppWidgetInfo(1).provider);
    widget(Clock.class, "removed");
    assertSaid("Clock deleted [2]");
    widget(Clock.class, "removed");
    assertSaid("Clock deleted [1]", "Clock disabled");
    assertEquals(null, widgets().getAppWidgetInfo(1));
  }

  @Test
  void aWidgetThatWantsToBeConfiguredIsNotUpdatedYet() {
    widget(Asking.class, "added");
    assertSaid("Asking enabled", "Configure create", "Configure start", "Configure resume");
    Intent i = screen(Configure.class).getIntent();
    assertEquals(AppWidgetManager.ACTION_APPWIDGET_CONFIGURE, i.getAction());
    assertEquals(1, i.getIntExtra(AppWidgetManager.EXTRA_APPWIDGET_ID, 0));
  }

  private static PendingIntent pending(String action, int flags) {
    Intent i = intent(Clock.class).setAction("dev.talpa." + action);
    return PendingIntent.getBroadcast(app(), 0, i, flags);
  }

  @Test
  void whatAWidgetShowsIsTouched() {
    widget(Clock.class, "update");
    said();
    assertFalse(registered().contains("widget:" + name(Clock.class)));
    assertEquals(
        "the widget of .LauncherTest$Clock shows 0 things to touch",
        refused("widget", Map.of("component", name(Clock.class), "how", "tap")));
    RemoteViews v = new RemoteViews(app().getPackageName(), LAYOUT);
    v.setOnClickPendingIntent(FIRST, pending("one", PendingIntent.FLAG_IMMUTABLE));
    RemoteViews inner = new RemoteViews(app().getPackageName(), LAYOUT);
    inner.setOnClickPendingIntent(SECOND, pending("two", PendingIntent.FLAG_IMMUTABLE));
    v.addView(FIRST, inner);
    main(() -> widgets().updateAppWidget(ids(Clock.class), v));
    String w = "widget:" + name(Clock.class);
    assertTrue(registered().containsAll(List.of(w, w + ":0", w + ":1")), "" + registered());
    device("widget", Map.of("component", name(Clock.class), "how", "tap", "index", 1));
    assertSaid("Clock two null");
    device("widget", Map.of("component", name(Clock.class), "how", "tap"));
    assertSaid("Clock one null");
  }

  @Test
  @SuppressWarnings("deprecation")
  void rowsOfACollectionAreAskedForAndTouched() {
    widget(Clock.class, "update");
    said();
    RemoteViews v = new RemoteViews(app().getPackageName(), LAYOUT);
    v.setRemoteAdapter(FIRST, intent(Lines.class));
    v.setPendingIntentTemplate(FIRST, pending("row", PendingIntent.FLAG_MUTABLE));
    main(() -> widgets().updateAppWidget(ids(Clock.class), v));
    rest(10);
    assertSaid("factory made", "rows asked");
    device("widget", Map.of("component", name(Clock.class), "how", "tap", "index", 1));
    assertSaid("Clock row r1");
    Lines.count = 3;
    main(() -> widgets().notifyAppWidgetViewDataChanged(ids(Clock.class), FIRST));
    rest(10);
    assertSaid("rows asked");
    device("widget", Map.of("component", name(Clock.class), "how", "tap", "index", 2));
    assertSaid("Clock row r2");
  }

  @Test
  void whatIsNoWidgetIsRefused() {
    assertEquals(
        "dev.talpa.field/.LauncherTest$Switch provides no widget",
        refused("widget", Map.of("component", name(Switch.class), "how", "added")));
    assertEquals(
        "no component of the app: com.other/.X",
        refused("widget", Map.of("component", "com.other/.X", "how", "added")));
    assertEquals(
        "a widget is not eaten",
        refused("widget", Map.of("component", name(Clock.class), "how", "eaten")));
  }

  // ---- tiles ----

  @Test
  void aTileIsAddedTouchedAndRemoved() {
    Map<String, Object> p = new java.util.HashMap<>(Map.of("component", name(Switch.class)));
    p.put("how", "added");
    device("tile", p);
    assertSaid("added", "destroyed");
    p.put("how", "click");
    device("tile", p);
    assertSaid("listening null", "click", "stopped", "destroyed");
    device("tile", p);
    assertSaid("listening Mine", "click", "stopped", "destroyed");
    p.put("how", "removed");
    device("tile", p);
    assertSaid("removed", "destroyed");
    p.put("how", "eaten");
    assertEquals("a tile is not eaten", refused("tile", p));
    assertSaid("");
    assertEquals(
        "no service dev.talpa.field/.LauncherTest$Clock",
        refused("tile", Map.of("component", name(Clock.class))));
  }

  // ---- shortcuts ----

  @Test
  void shortcutsOfTheManifestAreOpened() {
    assertTrue(
        registered().containsAll(List.of("shortcut-fixed:fixed", "shortcut-fixed:two")),
        registered().toString());
    device("shortcut", Map.of("id", "fixed"));
    assertSaid("Target create", "Target start", "Target resume");
    assertEquals("dev.talpa.SHORT", screen(Target.class).getIntent().getAction());
    assertEquals("no shortcut \"none\"", refused("shortcut", Map.of("id", "none")));
  }

  /** The last of several intents is on top; those below are made when they are come back to. */
  @Test
  void aShortcutOfTwoIntentsHasAWayBack() {
    device("shortcut", Map.of("id", "two"));
    assertSaid("Target create", "Target start", "Target resume");
    assertEquals("dev.talpa.ABOVE", screen(Target.class).getIntent().getAction());
    key("BACK");
    String all = said();
    assertTrue(all.contains("Configure create, Configure start, Configure resume"), all);
    assertEquals("dev.talpa.BELOW", screen(Configure.class).getIntent().getAction());
  }

  @Test
  void shortcutsThatTheAppMakesAreOpened() {
    ShortcutManager m = app().getSystemService(ShortcutManager.class);
    Intent i = intent(Target.class).setAction("dev.talpa.DYNAMIC").putExtra("x", "y");
    main(
        () ->
            m.setDynamicShortcuts(
                List.of(
                    new ShortcutInfo.Builder(app(), "made")
                        .setShortLabel("Made")
                        .setIntent(i)
                        .build())));
    assertTrue(registered().contains("shortcut:made"), registered().toString());
    device("shortcut", Map.of("id", "made"));
    assertEquals("y", screen(Target.class).getIntent().getStringExtra("x"));
    assertTrue((screen(Target.class).getIntent().getFlags() & Intent.FLAG_ACTIVITY_NEW_TASK) != 0);
    main(() -> m.removeDynamicShortcuts(List.of("made")));
    assertFalse(registered().contains("shortcut:made"), registered().toString());
  }

  // ---- what is missing or cancelled ----

  @Test
  void aTouchOfWhatTheAppHasCancelledDoesNothing() {
    widget(Clock.class, "update");
    PendingIntent gone = pending("gone", PendingIntent.FLAG_IMMUTABLE);
    RemoteViews v = new RemoteViews(app().getPackageName(), LAYOUT);
    v.setOnClickPendingIntent(FIRST, gone);
    main(() -> widgets().updateAppWidget(ids(Clock.class), v));
    gone.cancel();
    said();
    device("widget", Map.of("component", name(Clock.class), "how", "tap"));
    assertSaid("");
    assertTrue(traces().isEmpty());
    for (int index : new int[] {-1, 1}) {
      assertEquals(
          "the widget of .LauncherTest$Clock shows 1 things to touch",
          refused("widget", Map.of("component", name(Clock.class), "how", "tap", "index", index)));
    }
  }

  /** RemoteViewsAdapter takes a null as a row that is not there yet; hosts ask for few rows. */
  @Test
  @SuppressWarnings("deprecation")
  void ofManyRowsTheFirstEightAreAskedFor() {
    widget(Clock.class, "update");
    RemoteViews v = new RemoteViews(app().getPackageName(), LAYOUT);
    v.setRemoteAdapter(FIRST, intent(Lines.class));
    v.setPendingIntentTemplate(FIRST, pending("row", PendingIntent.FLAG_MUTABLE));
    Lines.count = 100;
    main(() -> widgets().updateAppWidget(ids(Clock.class), v));
    rest(10);
    said();
    String w = "widget:" + name(Clock.class);
    assertTrue(registered().contains(w + ":7"), registered().toString());
    assertFalse(registered().contains(w + ":8"), registered().toString());
    Lines.count = 0;
    main(() -> widgets().notifyAppWidgetViewDataChanged(ids(Clock.class), FIRST));
    rest(10);
    assertFalse(registered().contains(w + ":0"), registered().toString());
    Lines.count = 2;
  }

  @Test
  void aWidgetOfAnEarlierProcessIsRemoved() {
    widget(Clock.class, "removed");
    String all = said();
    assertTrue(all.contains("Clock deleted") && all.endsWith("Clock disabled"), all);
    assertArrayEquals(new int[0], ids(Clock.class));
  }

  // ---- what other home screens ask ----

  @Test
  void aHomeScreenSeesTheAppsThatThereAre() throws Exception {
    LauncherApps home = app().getSystemService(LauncherApps.class);
    UserHandle me = Process.myUserHandle();
    String mine = app().getPackageName();
    assertEquals(mine, home.getApplicationInfo(mine, 0, me).packageName);
    assertThrows(NameNotFoundException.class, () -> home.getApplicationInfo("com.none", 0, me));
    assertTrue(home.isPackageEnabled(mine, me));
    assertFalse(home.isPackageEnabled("com.none", me));
    assertTrue(home.isActivityEnabled(new ComponentName(app(), Target.class), me));
    assertFalse(home.isActivityEnabled(new ComponentName(mine, "None"), me));
    assertEquals(List.of(), home.getActivityList("com.none", me));
    assertEquals(null, home.resolveActivity(new Intent().setPackage("com.none"), me));
    assertEquals(
        Target.class.getName(),
        home.resolveActivity(intent(Target.class), me).getComponentName().getClassName());
  }

  @Test
  void aHomeScreenStartsActivitiesAndHasNoShortcutsOfOthers() {
    LauncherApps home = app().getSystemService(LauncherApps.class);
    UserHandle me = Process.myUserHandle();
    main(() -> home.startMainActivity(new ComponentName(app(), Target.class), me, null, null));
    assertSaid("Target create", "Target start", "Target resume");
    assertEquals(Intent.ACTION_MAIN, screen(Target.class).getIntent().getAction());
    assertFalse(home.hasShortcutHostPermission());
    String mine = app().getPackageName();
    for (Executable asked :
        List.<Executable>of(
            () -> home.getShortcuts(new LauncherApps.ShortcutQuery(), me),
            () -> home.pinShortcuts(mine, List.of("fixed"), me),
            () -> home.startShortcut(mine, "fixed", null, null, me))) {
      assertThrows(SecurityException.class, asked);
    }
  }
}
