/** The module's public interface to other modules. */
export { postsHeld } from './my-orgs.ts'
