/** The module's public interface to other modules. */
export { advisedSocieties, isAdvisorOf, ownPosts, societiesOf } from './reach.ts'
