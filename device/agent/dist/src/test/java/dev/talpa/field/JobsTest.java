package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.app.job.JobWorkItem;
import android.content.ComponentName;
import android.content.Intent;
import android.os.PersistableBundle;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Jobs: when they run, how they end, and what the scheduler refuses. */
class JobsTest extends FieldTest {
  /** Notes its jobs, which go on until the test ends them. */
  public static final class Work extends JobService {
    static Work last;
    static JobParameters given;
    static boolean goesOn = true;
    static boolean wantsAgain;

    @Override
    public void onCreate() {
      last = this;
      say("create");
    }

    @Override
    public boolean onStartJob(JobParameters p) {
      given = p;
      say("job " + p.getJobId() + " " + p.getExtras().getString("n"));
      return goesOn;
    }

    @Override
    public boolean onStopJob(JobParameters p) {
      say("stop job " + p.getJobId() + " reason " + p.getStopReason());
      return wantsAgain;
    }

    @Override
    public void onDestroy() {
      say("destroy");
    }
  }

  private static final long MINUTE = 60_000;

  private JobScheduler jobs;

  @Override
  void prepare() {
    jobs = app().getSystemService(JobScheduler.class);
  }

  private static JobInfo.Builder job(int id) {
    PersistableBundle extras = new PersistableBundle();
    extras.putString("n", "a");
    return new JobInfo.Builder(id, new ComponentName(app(), Work.class)).setExtras(extras);
  }

  private void schedule(JobInfo.Builder b) {
    main(() -> assertEquals(JobScheduler.RESULT_SUCCESS, jobs.schedule(b.build())));
  }

  private static void finish(boolean again) {
    main(() -> Work.last.jobFinished(Work.given, again));
  }

  @Test
  void aJobRunsWhenItsDelayIsOver() {
    schedule(job(1).setMinimumLatency(2 * MINUTE));
    rest(MINUTE);
    assertSaid("");
    rest(MINUTE);
    assertSaid("create", "job 1 a");
  }

  @Test
  void aJobThatIsFinishedIsGone() {
    schedule(job(1).setMinimumLatency(0));
    assertEquals(1, jobs.getAllPendingJobs().size(), "it runs");
    finish(false);
    assertSaid("create", "job 1 a", "destroy");
  }

  @Test
  void aJobThatDoesNotGoOnIsFinished() {
    Work.goesOn = false;
    schedule(job(1).setMinimumLatency(0));
    assertSaid("create", "job 1 a", "destroy");
  }

  @Test
  void aJobThatWantsToRunAgainDoesAfterTheBackOff() {
    schedule(job(1).setMinimumLatency(0));
    finish(true);
    assertSaid("create", "job 1 a", "destroy");
    rest(MINUTE);
    assertSaid("create", "job 1 a");
  }

  @Test
  void aJobOfTheSameNumberTakesThePlace() {
    PersistableBundle other = new PersistableBundle();
    other.putString("n", "b");
    schedule(job(1).setMinimumLatency(MINUTE));
    schedule(job(1).setMinimumLatency(MINUTE).setExtras(other));
    assertEquals("b", jobs.getPendingJob(1).getExtras().getString("n"));
    rest(2 * MINUTE);
    assertSaid("create", "job 1 b");
  }

  @Test
  void jobsShareTheirService() {
    schedule(job(1).setMinimumLatency(0));
    schedule(job(2).setMinimumLatency(0));
    assertSaid("create", "job 1 a", "job 2 a");
    finish(false);
    assertSaid("");
  }

  @Test
  void aJobThatIsCancelledNeverRuns() {
    schedule(job(1).setMinimumLatency(MINUTE));
    schedule(job(2).setMinimumLatency(MINUTE));
    main(() -> jobs.cancel(1));
    assertNull(jobs.getPendingJob(1));
    rest(2 * MINUTE);
    assertSaid("create", "job 2 a");
  }

  @Test
  void noneRunsWhereAllAreCancelled() {
    schedule(job(1).setMinimumLatency(MINUTE));
    schedule(job(2).setMinimumLatency(MINUTE));
    main(jobs::cancelAll);
    rest(2 * MINUTE);
    assertSaid("");
  }

  @Test
  void aJobThatIsCancelledWhileItRunsIsStopped() {
    schedule(job(1).setMinimumLatency(0));
    said();
    Work.wantsAgain = true;
    main(() -> jobs.cancel(1));
    assertSaid("stop job 1 reason " + JobParameters.STOP_REASON_CANCELLED_BY_APP, "destroy");
    rest(MINUTE);
    assertSaid("");
  }

  @Test
  void aJobThatIsReplacedWhileItRunsIsStopped() {
    schedule(job(1).setMinimumLatency(0));
    said();
    schedule(job(1).setMinimumLatency(MINUTE));
    assertSaid("stop job 1 reason " + JobParameters.STOP_REASON_CANCELLED_BY_APP, "destroy");
    rest(2 * MINUTE);
    assertSaid("create", "job 1 a");
  }

  @Test
  void aPeriodicJobRunsOncePerPeriod() {
    long period = JobInfo.getMinPeriodMillis();
    schedule(job(1).setPeriodic(period));
    assertSaid("create", "job 1 a");
    finish(false);
    assertSaid("destroy");
    rest(period + MINUTE);
    assertSaid("create", "job 1 a");
  }

  @Test
  void workIsDoneOneItemAfterTheOther() {
    Consumer<String> add =
        n ->
            main(
                () ->
                    jobs.enqueue(
                        job(1).setMinimumLatency(MINUTE).build(), new JobWorkItem(new Intent(n))));
    add.accept("x");
    add.accept("y");
    rest(2 * MINUTE);
    assertSaid("create", "job 1 a");
    main(
        () -> {
          JobWorkItem x = Work.given.dequeueWork();
          JobWorkItem y = Work.given.dequeueWork();
          say(x.getIntent().getAction() + y.getIntent().getAction());
          assertEquals(1, x.getDeliveryCount());
          assertNull(Work.given.dequeueWork(), "both are being worked on");
          Work.given.completeWork(x);
          Work.given.completeWork(y);
          assertNull(Work.given.dequeueWork());
        });
    assertSaid("xy", "destroy");
  }

  private void refused(String message, JobInfo.Builder b) {
    JobInfo job = b.build();
    main(
        () -> {
          Exception e = assertThrows(IllegalArgumentException.class, () -> jobs.schedule(job));
          assertEquals(message, e.getMessage());
        });
  }

  @Test
  void aServiceThatOthersCouldBindIsRefused() {
    ComponentName open = new ComponentName(app(), ServicesTest.Counter.class);
    refused(
        "Scheduled service "
            + open
            + " does not require android.permission.BIND_JOB_SERVICE permission",
        new JobInfo.Builder(1, open).setMinimumLatency(1));
  }

  @Test
  void aServiceThatTheManifestLacksIsRefused() {
    ComponentName none = new ComponentName(app(), "dev.talpa.field.None");
    refused("No such service " + none, new JobInfo.Builder(1, none).setMinimumLatency(1));
  }

  @Test
  void aJobThatOutlivesABootNeedsThePermission() {
    refused(
        "Requested job cannot be persisted without holding"
            + " android.permission.RECEIVE_BOOT_COMPLETED permission",
        job(1).setPersisted(true));
  }
}
