package talpa.agent.window;

import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Build;
import android.os.IBinder;
import android.os.ResultReceiver;
import android.util.Log;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.inputmethod.InputMethod;
import android.view.inputmethod.InputMethodInfo;
import android.view.inputmethod.InputMethodManager;
import android.view.inputmethod.InputMethodSubtype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowInputMethodManager;
import org.xmlpull.v1.XmlPullParserException;

/**
 * What apps ask of the soft keyboard. As on a device only the window that has the focus is served,
 * and of its views the one with the focus.
 */
@Implements(className = "android.view.inputmethod.InputMethodManager")
public class InputMethodShadow extends ShadowInputMethodManager {
  private static ViewRootImpl root() {
    RootWindow w = WindowModule.focus().window();
    return w == null ? null : w.impl();
  }

  private static boolean serves(View v) {
    View served = WindowModule.focus().view();
    return v != null && served != null && (served == v || served.checkInputConnectionProxy(v));
  }

  private static boolean serves(IBinder token) {
    return root() != null && root().getView() != null && root().getView().getWindowToken() == token;
  }

  /** All keyboards: also those that the app brings, which the user has not switched on. */
  @Override
  @Implementation
  protected List<InputMethodInfo> getInputMethodList() {
    List<InputMethodInfo> all = new ArrayList<>(super.getInputMethodList());
    Context app = RuntimeEnvironment.getApplication();
    Intent asked = new Intent(InputMethod.SERVICE_INTERFACE).setPackage(app.getPackageName());
    for (ResolveInfo r :
        app.getPackageManager().queryIntentServices(asked, PackageManager.GET_META_DATA)) {
      try {
        all.add(new InputMethodInfo(app, r));
      } catch (XmlPullParserException | IOException e) {
        Log.w("InputMethodManagerService", "Unable to load input method " + r, e);
      }
    }
    return all;
  }

  /** The keyboard of the image has no subtypes that the user switches on. */
  @Implementation
  protected List<InputMethodSubtype> getEnabledInputMethodSubtypeList(
      InputMethodInfo keyboard, boolean implicitly) {
    return List.of();
  }

  @Override
  public boolean isSoftInputVisible() {
    return SoftKeyboard.shown();
  }

  @Override
  protected boolean showSoftInput(View view, int flags, ResultReceiver result) {
    if (!serves(view)) {
      return false;
    }
    send(
        result,
        SoftKeyboard.shown()
            ? InputMethodManager.RESULT_UNCHANGED_SHOWN
            : InputMethodManager.RESULT_SHOWN);
    SoftKeyboard.show(root(), flags);
    return true;
  }

  @Override
  protected boolean hideSoftInputFromWindow(IBinder token, int flags, ResultReceiver result) {
    if (!serves(token)) {
      return false;
    }
    boolean shown = SoftKeyboard.shown();
    boolean hidden = SoftKeyboard.hide(flags);
    if (!shown) {
      send(result, InputMethodManager.RESULT_UNCHANGED_HIDDEN);
    } else {
      send(
          result,
          hidden ? InputMethodManager.RESULT_HIDDEN : InputMethodManager.RESULT_UNCHANGED_SHOWN);
    }
    return hidden;
  }

  /** What apps for Android 14 and the platform's own text fields hide the keyboard with. */
  @Implementation(minSdk = Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
  protected boolean hideSoftInputFromView(View view, int flags) {
    return serves(view) && hideSoftInputFromWindow(view.getWindowToken(), flags, null);
  }

  private static void send(ResultReceiver to, int code) {
    if (to != null) {
      to.send(code, null);
    }
  }

  @Override
  @Implementation
  protected void toggleSoftInput(int showFlags, int hideFlags) {
    if (SoftKeyboard.shown()) {
      SoftKeyboard.hide(hideFlags);
    } else if (root() != null) {
      SoftKeyboard.show(root(), showFlags);
    }
  }

  @Override
  @Implementation
  protected boolean isActive(View view) {
    return serves(view) && WindowModule.focus().view().onCheckIsTextEditor();
  }

  @Override
  @Implementation
  protected boolean isActive() {
    return isActive(WindowModule.focus().view());
  }

  /** Whether the served view takes text. */
  @Implementation
  protected boolean isAcceptingText() {
    return isActive();
  }

  /** The view that was served has no successor. */
  @Override
  @Implementation
  protected void closeCurrentInput() {
    if (WindowModule.focus().view() == null) {
      SoftKeyboard.hide(InputMethodManager.HIDE_NOT_ALWAYS);
    }
  }

  /** A window asks for the keyboard by its insets controller. */
  @Implementation
  protected boolean requestImeShow(
      IBinder token, @ClassName("android.view.inputmethod.ImeTracker$Token") Object stats) {
    return serves(token) && showSoftInput(WindowModule.focus().view(), 0, null);
  }

  /** A window wants the keyboard gone by its insets controller. */
  @Implementation
  protected void notifyImeHidden(
      IBinder token, @ClassName("android.view.inputmethod.ImeTracker$Token") Object stats) {
    hideSoftInputFromWindow(token, 0, null);
  }
}
