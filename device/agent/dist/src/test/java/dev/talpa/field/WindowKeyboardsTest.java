package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.PictureInPictureParams;
import android.content.ComponentName;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.telephony.SmsManager;
import android.view.inputmethod.InputMethod;
import android.view.inputmethod.InputMethodManager;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;

/** Keyboards that there are, and windows of another size. */
class WindowKeyboardsTest extends FieldTest {
  @Test
  void aKeyboardOfTheAppsIsKnownAndNotSwitchedOn() throws PackageManager.NameNotFoundException {
    InputMethodManager m = app().getSystemService(InputMethodManager.class);
    assertEquals(1, m.getInputMethodList().size());
    ShadowPackageManager pm = Shadow.extract(app().getPackageManager());
    ComponentName own = new ComponentName(app(), "dev.talpa.field.Keys");
    pm.addServiceIfNotPresent(own);
    pm.addIntentFilterForService(own, new IntentFilter(InputMethod.SERVICE_INTERFACE));
    assertEquals(
        0,
        m.getEnabledInputMethodList().stream()
            .filter(i -> i.getPackageName().equals(app().getPackageName()))
            .count());
    assertTrue(m.getEnabledInputMethodSubtypeList(null, true).isEmpty());
  }

  @Test
  void anActivityThatDoesNotSayThatItCanBeSmallIsRefused() {
    TasksTest.Root root = open(TasksTest.Root.class);
    main(
        () ->
            assertThrows(
                IllegalStateException.class,
                () ->
                    root.enterPictureInPictureMode(new PictureInPictureParams.Builder().build())));
  }

  @Test
  void aLongMessageIsDivided() {
    assertEquals(1, SmsManager.getDefault().divideMessage("hello").size());
    assertTrue(SmsManager.getDefault().divideMessage("hello ".repeat(60)).size() > 1);
  }
}
