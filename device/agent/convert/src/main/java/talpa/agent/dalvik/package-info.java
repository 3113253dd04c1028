/**
 * Translates the Dalvik code of one method into a JVM's.
 *
 * <p>A Dalvik register holds values of any kind, one after the other; a JVM's instructions and its
 * collector want to know which. So each register becomes up to five locals, one for each {@link
 * talpa.agent.dalvik.Kind}, of which at most one is in use at a time: no registers need to be
 * allocated, and no form with single assignments is built. What a register holds is found by one
 * forward analysis ({@link talpa.agent.dalvik.Typing}, the rules of ART's verifier); a constant,
 * whose kind the code does not say, holds all that it can be, and is written to those of its locals
 * that are read later ({@link talpa.agent.dalvik.Liveness}).
 *
 * <p>The code comes out in the order it went in, without stack map frames. Code that ART's verifier
 * would refuse is not translated: {@link talpa.agent.dalvik.UntranslatableException} says why.
 *
 * <p>The instructions are those of the Dalvik executable format
 * (source.android.com/docs/core/runtime/dalvik-bytecode).
 */
package talpa.agent.dalvik;
