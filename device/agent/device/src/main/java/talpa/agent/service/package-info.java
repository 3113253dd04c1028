/**
 * What runs without a window: services, broadcasts, pending intents and notifications.
 *
 * <p>Services and manifest receivers are created by Android's {@code ActivityThread}; this package
 * stands in the place of the activity manager service behind it. Everything runs in the app's one
 * process, also what the manifest puts into another.
 *
 * <p>Not modelled: most limits of starts from the background, doze, battery saver.
 */
package talpa.agent.service;
