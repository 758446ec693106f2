/** The module's public interface to other modules. */
export { advisedSocieties, isAdvisorOf, ownPosts, societiesOf } from './reach.ts'
export { societyActivities } from './review-records.ts'
