/** What other parts may call. */

export { describe } from './describe.ts'
export { itemOf } from './items.ts'
export { bestStandard, type Facts, NO_FACTS, STUDENT_FACTS } from './match.ts'
export { priceFor } from './price-for.ts'
