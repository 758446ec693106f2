/** What other parts of the module may call. */
export { reviewStops } from './review-stops.ts'
