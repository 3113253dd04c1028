/** The calls that take activities from state to state, as each framework has them. */
package talpa.agent.lifecycle;
