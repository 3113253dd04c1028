package talpa.agent.world;

import org.robolectric.annotation.Implements;

/**
 * The platform's own NsdManager in place of Robolectric's, which calls listeners on the thread that
 * asks, and throws UnsupportedOperationException where the platform says IllegalArgumentException.
 */
@Implements(className = "android.net.nsd.NsdManager")
public class DiscoveryShadow {}
