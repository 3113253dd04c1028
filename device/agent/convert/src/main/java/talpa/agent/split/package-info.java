/**
 * Methods that are larger than a class file may have them (65,535 bytes of code), cut into several.
 * ART has no such limit, and generated code (tables, lists of icons, large Compose functions) is
 * near or over it once it is a JVM's.
 *
 * <p>A {@link talpa.agent.split.Region} is a run of instructions with one way in and one way out.
 * It becomes a static method of the same class, a part, which takes the locals that it reads and
 * gives back those that are read behind it. A part is named {@code talpa$N$METHOD}: {@code
 * talpa.agent.crash.Frames} makes one frame of it and of its caller, as if there were none.
 *
 * <p>What an app can tell: its class has methods by reflection that it did not have, and frames
 * that it reads by itself name parts. Not cut are runs that take or leave a monitor or call the
 * constructor of the superclass.
 */
package talpa.agent.split;
