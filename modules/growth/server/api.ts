/** The module's public interface to other modules. */
export { type GrowthDraft, postGrowth, reverseGrowth } from './post.ts'
