/**
 * Default implementations of the services for sound and pictures: players, recorders, volumes,
 * sessions, speech. Sound is silent and takes its time; recordings are a quiet tone.
 */
package talpa.agent.media;
