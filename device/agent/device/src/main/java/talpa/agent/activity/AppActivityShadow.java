package talpa.agent.activity;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Activity;
import android.app.PendingIntent;
import android.app.PictureInPictureParams;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentSender;
import android.content.IntentSender.SendIntentException;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.MenuInflater;
import android.view.View;
import android.view.Window;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.shadows.ShadowPendingIntent;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.process.Unsupported;

/**
 * Undoes the test stubs of Robolectric's shadow: the real code runs, and reaches {@code
 * TaskManager} through the binder interfaces.
 */
@Implements(className = "android.app.Activity")
@SuppressWarnings("deprecation")
public class AppActivityShadow extends ShadowActivity {
  private Real real() {
    return reflector(Real.class, realActivity);
  }

  @Override
  @Implementation
  protected ComponentName getCallingActivity() {
    return real().getCallingActivity();
  }

  @Override
  @Implementation
  protected String getCallingPackage() {
    return real().getCallingPackage();
  }

  /**
   * Refused to an activity whose manifest does not say that it can; others stay whole, which is
   * said, and are told that they do.
   */
  @Override
  @Implementation
  protected boolean enterPictureInPictureMode(PictureInPictureParams params) {
    if (params == null) {
      throw new IllegalArgumentException("Expected non-null picture-in-picture params");
    }
    PackageManager pm = realActivity.getPackageManager();
    try {
      ComponentName own = realActivity.getComponentName();
      if (!pm.getActivityInfo(own, 0).supportsPictureInPicture()) {
        throw new IllegalStateException(
            "enterPictureInPictureMode: Current activity does not support picture-in-picture.");
      }
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
    Unsupported.tell("window", "picture in picture");
    return false;
  }

  /** The older form, which says nothing. */
  @Override
  @Implementation
  protected void enterPictureInPictureMode() {
    enterPictureInPictureMode(new PictureInPictureParams.Builder().build());
  }

  @Override
  @Implementation
  public void startIntentSenderForResult(
      IntentSender sender, int code, Intent with, int mask, int values, int extra, Bundle options)
      throws SendIntentException {
    real().startIntentSenderForResult(sender, code, with, mask, values, extra, options);
  }

  /**
   * What an activity's sender starts, the system starts for this activity, which is told of the
   * result; the others have none.
   */
  @Implementation
  protected void startIntentSenderForResultInner(
      IntentSender sender, String who, int code, Intent with, int mask, int values, Bundle options)
      throws SendIntentException {
    PendingIntent pending = IntentTarget.pending(sender);
    ShadowPendingIntent shadow = Shadow.extract(pending);
    if (!shadow.isActivity() || shadow.isCanceled()) {
      sender.sendIntent(realActivity, 0, with, null, null);
      return;
    }
    boolean fixed = (shadow.getFlags() & PendingIntent.FLAG_IMMUTABLE) != 0;
    Intent i = new Intent(shadow.getSavedIntent());
    if (with != null && !fixed) {
      i.fillIn(with, shadow.getFlags());
    }
    if (!fixed) {
      i.setFlags(i.getFlags() & ~mask | values & mask);
    }
    if ((shadow.getFlags() & PendingIntent.FLAG_ONE_SHOT) != 0) {
      pending.cancel();
    }
    if (who == null) {
      realActivity.startActivityForResult(i, code, options);
    } else {
      real().startActivityForResult(who, i, code, options);
    }
  }

  @Override
  @Implementation
  protected void setDefaultKeyMode(int mode) {
    real().setDefaultKeyMode(mode);
  }

  @Override
  @Implementation
  protected void setResult(int resultCode) {
    real().setResult(resultCode);
  }

  @Override
  @Implementation
  protected void setResult(int resultCode, Intent data) {
    real().setResult(resultCode, data);
  }

  @Override
  @Implementation
  protected LayoutInflater getLayoutInflater() {
    return real().getLayoutInflater();
  }

  @Override
  @Implementation
  protected MenuInflater getMenuInflater() {
    return real().getMenuInflater();
  }

  @Override
  @Implementation
  protected Window getWindow() {
    return real().getWindow();
  }

  @Override
  @Implementation
  protected View findViewById(int id) {
    return real().findViewById(id);
  }

  @Override
  @Implementation
  protected Activity getParent() {
    return real().getParent();
  }

  @Override
  @Implementation
  public void setParent(Activity parent) {
    real().setParent(parent);
  }

  @Override
  @Implementation
  protected void onBackPressed() {
    real().onBackPressed();
  }

  @Override
  @Implementation
  protected void finish() {
    real().finish();
  }

  @Override
  @Implementation
  protected void finishAndRemoveTask() {
    real().finishAndRemoveTask();
  }

  @Override
  @Implementation
  protected void finishAffinity() {
    real().finishAffinity();
  }

  @Override
  @Implementation
  protected void setRequestedOrientation(int orientation) {
    real().setRequestedOrientation(orientation);
  }

  @Override
  @Implementation
  protected int getRequestedOrientation() {
    return real().getRequestedOrientation();
  }

  @Override
  @Implementation
  protected int getTaskId() {
    return real().getTaskId();
  }

  @Override
  @Implementation
  protected Object getLastNonConfigurationInstance() {
    return real().getLastNonConfigurationInstance();
  }

  @Override
  @Implementation
  protected View getCurrentFocus() {
    return real().getCurrentFocus();
  }

  @Override
  @Implementation
  protected void showDialog(int id) {
    real().showDialog(id);
  }

  @Override
  @Implementation
  protected boolean showDialog(int id, Bundle args) {
    return real().showDialog(id, args);
  }

  @Override
  @Implementation
  protected void dismissDialog(int id) {
    real().dismissDialog(id);
  }

  @Override
  @Implementation
  protected void removeDialog(int id) {
    real().removeDialog(id);
  }

  @Override
  @Implementation
  protected boolean isTaskRoot() {
    return real().isTaskRoot();
  }

  @Override
  @Implementation
  protected void recreate() {
    real().recreate();
  }

  @Override
  @Implementation
  protected void startManagingCursor(Cursor c) {
    real().startManagingCursor(c);
  }

  @Override
  @Implementation
  protected void stopManagingCursor(Cursor c) {
    real().stopManagingCursor(c);
  }

  @Override
  @Implementation
  protected void setVolumeControlStream(int streamType) {
    real().setVolumeControlStream(streamType);
  }

  @Override
  @Implementation
  protected int getVolumeControlStream() {
    return real().getVolumeControlStream();
  }

  @Override
  @Implementation
  protected boolean moveTaskToBack(boolean nonRoot) {
    return real().moveTaskToBack(nonRoot);
  }

  /** The code of the framework. */
  @ForType(Activity.class)
  interface Real {
    @Direct
    ComponentName getCallingActivity();

    @Direct
    String getCallingPackage();

    @Direct
    void startIntentSenderForResult(
        IntentSender sender, int code, Intent with, int mask, int values, int extra, Bundle options)
        throws SendIntentException;

    void startActivityForResult(String who, Intent i, int code, Bundle options);

    @Direct
    void setDefaultKeyMode(int mode);

    @Direct
    void setResult(int resultCode);

    @Direct
    void setResult(int resultCode, Intent data);

    @Direct
    LayoutInflater getLayoutInflater();

    @Direct
    MenuInflater getMenuInflater();

    @Direct
    Window getWindow();

    @Direct
    View findViewById(int id);

    @Direct
    Activity getParent();

    @Direct
    void setParent(Activity parent);

    @Direct
    void onBackPressed();

    @Direct
    void finish();

    @Direct
    void finishAndRemoveTask();

    @Direct
    void finishAffinity();

    @Direct
    void setRequestedOrientation(int orientation);

    @Direct
    int getRequestedOrientation();

    @Direct
    int getTaskId();

    @Direct
    Object getLastNonConfigurationInstance();

    @Direct
    View getCurrentFocus();

    @Direct
    void showDialog(int id);

    @Direct
    boolean showDialog(int id, Bundle args);

    @Direct
    void dismissDialog(int id);

    @Direct
    void removeDialog(int id);

    @Direct
    boolean isTaskRoot();

    @Direct
    void recreate();

    @Direct
    void startManagingCursor(Cursor c);

    @Direct
    void stopManagingCursor(Cursor c);

    @Direct
    void setVolumeControlStream(int streamType);

    @Direct
    int getVolumeControlStream();

    @Direct
    boolean moveTaskToBack(boolean nonRoot);
  }
}
