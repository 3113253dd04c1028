package talpa.agent.drawing;

import org.robolectric.annotation.Implements;

/** The zoom buttons work as they are: Robolectric's stub leaves them without their controls. */
@Implements(className = "android.widget.ZoomButtonsController")
public class ZoomButtonsShadow {}
