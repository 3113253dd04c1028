package talpa.agent.job;

import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.app.job.JobWorkItem;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowJobScheduler;

/** A job scheduler whose jobs run. */
@Implements(className = "android.app.JobSchedulerImpl", isInAndroidSdk = false)
public class AppJobShadow extends ShadowJobScheduler.ShadowJobSchedulerImpl {
  @Override
  @Implementation
  public int schedule(JobInfo job) {
    Jobs.check(job);
    super.schedule(job);
    Jobs.get().schedule(job);
    return JobScheduler.RESULT_SUCCESS;
  }

  @Override
  @Implementation
  public int enqueue(JobInfo job, JobWorkItem work) {
    Jobs.check(job);
    super.schedule(job);
    Jobs.get().enqueue(job, work);
    return JobScheduler.RESULT_SUCCESS;
  }

  @Override
  @Implementation
  public void cancel(int jobId) {
    super.cancel(jobId);
    Jobs.get().cancel(jobId);
  }

  @Override
  @Implementation
  public void cancelAll() {
    super.cancelAll();
    Jobs.get().cancelAll();
  }
}
