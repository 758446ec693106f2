import { definePart } from '#model'
import { ROUND_MESSAGES } from './model/round-messages.ts'
import { seatBalance, seatEntry } from './model/round-quota.ts'
import { getMyTaskSelect, getTaskSelect } from './model/round-select.ts'

/** Batches with a window, an audience, conditions and quotas. */
export default definePart({
  code: 'rounds',
  needs: ['flows', 'cases'],
  entities: [seatBalance, seatEntry],
  actions: [getTaskSelect, getMyTaskSelect],
  messages: Object.values(ROUND_MESSAGES),
  events: ['round.closed', 'round.published'],
})
