/** Facts of the platform: compatibility changes by an app's target version, and time zones. */
package talpa.agent.platform;
