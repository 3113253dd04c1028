/**
 * What runs without a window: services, broadcasts, alarms, and the providers of the system's own
 * apps.
 *
 * <p>Services and manifest receivers are created by Android's {@code ActivityThread}; this package
 * stands in the place of the activity manager service behind it. Everything runs in the app's one
 * process, also what the manifest puts into another. The providers of contacts, calendar, telephony
 * and media hold next to nothing.
 */
package talpa.agent.service;
