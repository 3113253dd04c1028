/**
 * The system's settings: the tables system, secure and global with the values of a phone as it
 * comes, and what an app may write, by its permissions and its target version. Settings that a
 * phone's maker added are not there.
 */
package talpa.agent.settings;
