package dev.talpa.lookout;

import android.app.job.JobParameters;
import android.app.job.JobService;

/** The watchman's rounds. */
public class Rounds extends JobService {
  @Override
  public boolean onStartJob(JobParameters params) {
    Told.note("job " + params.getJobId());
    return false;
  }

  @Override
  public boolean onStopJob(JobParameters params) {
    return false;
  }
}
