import { addDays } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints: each hour on a day of its own. */
const samples: SampleRows = {
  mhSlot: n => ({ start: schoolInstant(addDays(today(), n), '10:00'), end: schoolInstant(addDays(today(), n), '10:50'), room: `咨询室${n}`, isOnline: false }),
  mhReferral: () => ({ reason: '近两周常独来独往', isDanger: false, dangerReason: null, state: 'withdrawn' }),
  mhDestruction: () => ({ leftOn: '2019-07-01', keptYears: 5, records: 1, intakes: 1 }),
  mhRecord: () => ({ notes: '谈了学习安排', risk: 'none' }),
}
export default samples
