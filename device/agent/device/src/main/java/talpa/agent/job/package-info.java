/**
 * Jobs of the app: what JobScheduler is asked for, and when {@code JobService}s run. This package
 * stands in the place of the system's JobSchedulerService.
 */
package talpa.agent.job;
