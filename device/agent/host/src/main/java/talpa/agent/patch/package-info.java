/**
 * Changes to the bytes of Robolectric's and the framework's classes, made while the sandbox loads
 * them: patches by the name of a class, and the removal of needless dispatch. docs say when a patch
 * is the right means: docs/replacing-framework-code.md. A patch that finds nothing to change
 * throws.
 */
package talpa.agent.patch;
