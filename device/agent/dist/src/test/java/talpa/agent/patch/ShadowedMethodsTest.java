package talpa.agent.patch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShadowedMethodsTest {
  private final ShadowedMethods shadowed = new ShadowedMethods();

  @Test
  void aMethodOfRobolectricsShadow() {
    assertTrue(shadowed.contains("android.view.View", "performClick"));
    assertTrue(shadowed.contains("android.os.Looper", "quit"));
  }

  @Test
  void aMethodOfOurShadow() {
    assertTrue(shadowed.contains("android.view.DisplayEventReceiver", "scheduleVsync"));
  }

  @Test
  void aMethodThatNoShadowNames() {
    assertFalse(shadowed.contains("android.widget.Button", "getAccessibilityClassName"));
    assertFalse(shadowed.contains("android.view.View", "measure"));
  }

  @Test
  void aMethodOfTheShadowOfASuperclass() {
    assertTrue(shadowed.contains("android.view.View", "onLayout"));
    assertFalse(shadowed.contains("android.widget.LinearLayout", "onLayout"));
  }

  @Test
  void aMethodOfOurShadowAndOfTheOneItExtends() {
    assertTrue(shadowed.contains("android.graphics.animation.RenderNodeAnimator", "end"));
    assertTrue(shadowed.contains("android.graphics.animation.RenderNodeAnimator", "nSetListener"));
  }

  @Test
  void aMethodOfAnotherLevelOfTheApi() {
    assertFalse(shadowed.contains("android.graphics.animation.RenderNodeAnimator", "nStart"));
  }

  @Test
  void aClassWhoseShadowIsPickedAtRunTime() {
    assertFalse(shadowed.mayCallThrough("android.content.res.AssetManager"));
  }

  @Test
  void aClassWhoseShadowHidesTheRest() {
    assertFalse(shadowed.mayCallThrough("android.widget.SpellChecker"));
  }

  @Test
  void aClassWithoutShadow() {
    assertTrue(shadowed.mayCallThrough("android.widget.Button"));
  }

  @Test
  void aNestedClassByEitherOfItsNames() {
    assertTrue(shadowed.contains("android.provider.Settings$System", "getStringForUser"));
    assertTrue(shadowed.contains("android.provider.Settings.System", "getStringForUser"));
    assertFalse(shadowed.contains("android.provider.Settings", "getStringForUser"));
  }

  @Test
  void aHelperOfAShadowReplacesNothing() {
    assertTrue(shadowed.contains("android.hardware.SensorManager", "registerListener"));
    assertFalse(shadowed.contains("android.hardware.SensorManager", "heard"), "no Implementation");
    assertFalse(shadowed.contains("android.location.LocationManager", "hearsSatellites"));
    assertTrue(shadowed.contains("android.location.LocationManager", "getLastKnownLocation"));
  }
}
