/** The module's public interface to other modules. */

export { mustBePlanned } from './causes.ts'
export { type FundSource, heldFor, holdFund, lockFund, spendFund } from './fund-holds.ts'
export { societyLeftovers } from './leftovers.ts'
export { advisedSocieties, isAdvisorOf, ownPosts, societiesOf } from './reach.ts'
export { societyActivities } from './review-records.ts'
