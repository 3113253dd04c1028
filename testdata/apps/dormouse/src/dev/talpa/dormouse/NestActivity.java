package dev.talpa.dormouse;

import android.app.Activity;
import android.app.AppComponentFactory;
import android.app.Fragment;
import android.app.job.JobInfo;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.telephony.TelephonyManager;
import android.util.Log;
import android.view.View;
import java.io.File;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Objects;

/** Says in the log what it finds of the Android that it runs on. */
public class NestActivity extends Activity {
  private static final String TAG = "dormouse";

  private static final String[] CHECKS = {
    "level", "release", "target", "season", "class", "method", "field", "lookup", "named", "old", "map", "date",
    "callback", "vector", "path", "theme", "imei", "camera", "factory", "file",
    "root", "before", "behind",
  };

  /** Whether the factory of the manifest made an activity in this process. */
  private static boolean made;

  /** Of a class that came with Android 9, as AndroidX's own factory is: before it, nothing may load this one. */
  public static class Digger extends AppComponentFactory {
    @Override
    public Activity instantiateActivity(ClassLoader loader, String name, Intent intent)
        throws InstantiationException, IllegalAccessException, ClassNotFoundException {
      made = true;
      return super.instantiateActivity(loader, name, intent);
    }
  }

  /** Notes which of the framework's two calls reaches it. */
  public static class Kit extends Fragment {
    String called = "";

    @Override
    public void onAttach(Activity activity) {
      super.onAttach(activity);
      called += "activity ";
    }

    @Override
    public void onAttach(Context context) {
      called += "context ";
      super.onAttach(context);
    }
  }

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.nest);
    for (String name : CHECKS) {
      Log.i(TAG, name + ": " + found(name));
    }
    Log.i(TAG, "asleep");
  }

  /** What a check finds; what it throws is what it finds, too. */
  private Object found(String name) {
    try {
      return look(name);
    } catch (Throwable t) {
      Throwable cause = t;
      while (cause.getCause() != null && !(cause instanceof LinkageError)) {
        cause = cause.getCause();
      }
      return cause.getClass().getSimpleName();
    }
  }

  @SuppressWarnings({"deprecation", "HardwareIds"})
  private Object look(String name) throws Exception {
    switch (name) {
      case "level":
        return Build.VERSION.SDK_INT;
      case "release":
        return Build.VERSION.RELEASE;
      case "target":
        return getApplicationInfo().targetSdkVersion;
      case "season":
        return getString(R.string.season);
      case "class":
        return new JobInfo.Builder(1, getComponentName()) != null;
      case "method":
        new View(this).setElevation(1);
        return "there";
      case "field":
        return Build.SUPPORTED_ABIS != null;
      case "lookup":
        return View.class.getMethod("setElevation", float.class).getName();
      case "named":
        return Class.forName("android.app.job.JobScheduler").getSimpleName();
      case "old":
        return Objects.equals(name, null);
      case "map":
        return new HashMap<String, String>().getOrDefault("a", "there");
      case "date":
        return LocalDate.of(2020, 1, 1).getYear();
      case "callback":
        Kit kit = new Kit();
        getFragmentManager().beginTransaction().add(kit, "kit").commit();
        getFragmentManager().executePendingTransactions();
        return kit.called.trim();
      case "vector":
        return getResources().getDrawable(R.drawable.acorn).getClass().getSimpleName();
      case "path":
        return getResources().getDrawable(R.drawable.nut).getClass().getSimpleName();
      case "theme":
        return (Build.VERSION.SDK_INT >= 21 ? getDrawable(R.drawable.coat) : getResources().getDrawable(R.drawable.coat))
            .getClass().getSimpleName();
      case "imei":
        return ((TelephonyManager) getSystemService(TELEPHONY_SERVICE)).getDeviceId() != null;
      case "camera":
        return getPackageManager().checkPermission("android.permission.CAMERA", getPackageName())
            == PackageManager.PERMISSION_GRANTED;
      case "root":
        return new File("/").list() == null ? "hidden" : Arrays.asList(new File("/").list()).contains("sdcard");
      case "before":
        return new ArrayList<String>().get(-1);
      case "behind":
        try {
          return new ArrayList<String>().get(0);
        } catch (IndexOutOfBoundsException e) {
          return e.getMessage();
        }
      case "factory":
        return made;
      default:
        startActivity(new Intent(Intent.ACTION_VIEW).setDataAndType(Uri.parse("file:///sdcard/a.png"), "image/png"));
        return "sent";
    }
  }

  /** Does what devices before Android 5 lack. */
  public void wake(View v) {
    v.setElevation(8);
    v.setContentDescription("awake");
  }
}
