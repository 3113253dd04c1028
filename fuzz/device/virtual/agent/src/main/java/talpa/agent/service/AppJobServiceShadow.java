package talpa.agent.service;

import org.robolectric.annotation.Implements;

/** Jobs that really finish: in the place of Robolectric's shadow, which only takes a note. */
@Implements(className = "android.app.job.JobService")
public class AppJobServiceShadow extends AppServiceShadow {}
