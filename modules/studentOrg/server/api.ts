/** The module's public interface to other modules. */
export { ledOrgs } from './led-orgs.ts'
export { postsHeld } from './my-orgs.ts'
