package dev.talpa.field;

import android.os.Bundle;
import android.window.OnBackInvokedDispatcher;
import org.junit.jupiter.api.Test;

/** The back key, in activities that take it as a key and in such that opted in to callbacks. */
class BackTest extends FieldTest {
  /** Hears of back in both ways. */
  abstract static class Hearing extends Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      getOnBackInvokedDispatcher()
          .registerOnBackInvokedCallback(
              OnBackInvokedDispatcher.PRIORITY_DEFAULT, () -> say("callback"));
    }

    @Override
    @SuppressWarnings("deprecation")
    public void onBackPressed() {
      say("pressed");
    }
  }

  /** Opted in to nothing. */
  public static final class Plain extends Hearing {}

  /** Opted in by its manifest. */
  public static final class Predictive extends Hearing {}

  @Test
  void withoutTheAttributeBackIsAKey() {
    open(Plain.class);
    said();
    key("BACK");
    assertSaid("pressed");
  }

  @Test
  void withItTheCallbackIsAskedAlone() {
    open(Predictive.class);
    said();
    key("BACK");
    assertSaid("callback");
  }
}
