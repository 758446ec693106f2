/** The module's public interface to other modules. */
export { growthOffers, growthOffersOf } from './offers.ts'
export { type GrowthDraft, postGrowth, reverseGrowth } from './post.ts'
