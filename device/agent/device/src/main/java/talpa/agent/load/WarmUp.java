package talpa.agent.load;

import android.app.Activity;
import android.app.AlertDialog;
import android.database.sqlite.SQLiteDatabase;
import android.os.Build;
import android.os.Looper;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.Spinner;
import com.android.i18n.timezone.ZoneInfoDb;
import java.time.Duration;
import org.robolectric.Robolectric;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPausedLooper;
import talpa.agent.bridge.Platform;

/**
 * Runs a throw-away app with common widgets, so that framework classes are loaded and compiled
 * before the real app comes, then resets as Robolectric does between tests.
 */
final class WarmUp {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final TestEnvironment environment;
  private final Settings settings;

  WarmUp(TestEnvironment environment, Settings settings) {
    this.environment = environment;
    this.settings = settings;
  }

  void run() {
    environment.setUpApplicationState(
        "warm", settings, new AndroidManifest(null, null, null, null, "talpa.warm", null));
    Loader.prepareFramework();
    RuntimeEnvironment.getApplication();
    Activity a =
        Robolectric.buildActivity(Activity.class).create().start().postCreate(null).resume().get();
    a.setContentView(screen(a));
    idle();
    AlertDialog d =
        new AlertDialog.Builder(a)
            .setTitle("t")
            .setItems(new String[] {"x", "y"}, null)
            .setPositiveButton("ok", null)
            .show();
    idle();
    d.dismiss();
    if (Platform.has(Build.VERSION_CODES.S)) {
      ZoneInfoDb.getInstance(); // says, once, that it has no file
    }
    a.openOptionsMenu();
    idle();
    SQLiteDatabase.create(null).close();
    a.getSharedPreferences("x", 0).edit().putInt("a", 1).commit();
    environment.tearDownApplication();
    environment.resetState();
  }

  private static LinearLayout screen(Activity a) {
    LinearLayout l = new LinearLayout(a);
    l.setOrientation(LinearLayout.VERTICAL);
    l.addView(new EditText(a));
    l.addView(new Button(a));
    l.addView(new CheckBox(a));
    l.addView(new Spinner(a));
    ListView list = new ListView(a);
    list.setAdapter(
        new ArrayAdapter<>(a, android.R.layout.simple_list_item_1, new String[] {"a", "b"}));
    l.addView(list);
    return l;
  }

  private static void idle() {
    ShadowPausedLooper main = Shadow.extract(Looper.getMainLooper());
    main.idleFor(PAUSE);
  }
}
