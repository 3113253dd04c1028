package talpa.agent.view;

import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTextView;
import org.robolectric.shadows.ShadowViewGroup;

/**
 * Empty shadows in the place of Robolectric's, which replace what these classes do by stubs for
 * tests: here the framework's own code runs.
 */
public final class RealWidgets {
  private RealWidgets() {}

  /** Tabs that are laid out and show their content. */
  @Implements(className = "android.widget.TabHost")
  public static class TabHost extends ShadowViewGroup {}

  /** Specification of a tab. */
  @Implements(className = "android.widget.TabHost$TabSpec")
  public static class TabSpec {}

  /** Flippers and switchers with their animations. */
  @Implements(className = "android.widget.ViewAnimator")
  public static class ViewAnimator extends ShadowViewGroup {}

  /** Filters on their worker thread, which catches what they throw. */
  @Implements(className = "android.widget.Filter")
  public static class Filter {}

  /** Buttons that know the drawable given in a layout. */
  @Implements(className = "android.widget.CompoundButton")
  public static class CompoundButton extends ShadowTextView {}

  /** Alerts whose views are inflated in the dialog's own context. */
  @Implements(className = "com.android.internal.app.AlertController", isInAndroidSdk = false)
  public static class AlertController {}

  /** Queries on a worker thread. */
  @Implements(className = "android.content.AsyncQueryHandler")
  public static class AsyncQueryHandler {}

  /** Wrappers whose subclasses see the wrapped cursor. */
  @Implements(className = "android.database.CursorWrapper")
  public static class CursorWrapper {}
}
