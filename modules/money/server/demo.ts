import type { Demo } from '#server/demo/options.ts'
import { demoPayout } from '../payout/server/demo.ts'

/** Funds, cards and payout lists. */
export default (db => demoPayout(db)) satisfies Demo
