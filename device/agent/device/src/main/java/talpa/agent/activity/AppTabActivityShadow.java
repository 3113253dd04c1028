package talpa.agent.activity;

import org.robolectric.annotation.Implements;

/** In the place of Robolectric's shadow, whose stubs derive from those that we undo. */
@Implements(className = "android.app.TabActivity")
public class AppTabActivityShadow extends AppActivityShadow {}
