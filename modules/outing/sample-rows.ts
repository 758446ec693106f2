import { DAY_MS } from '#model/days.ts'
import type { SampleRows } from '#testing/samples.ts'

const sampleCanton = '110101'
/** Values satisfying the tables' constraints; each trip on a day of its own, all of them over. */
const samples: SampleRows = {
  goingOut: n => {
    const day = new Date(Date.UTC(1990, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)
    return { cantonCode: sampleCanton, outPlanned: `${day}T08:00:00+08:00`, backPlanned: `${day}T18:00:00+08:00`, state: 'registered' }
  },
  holidayPlan: n => ({
    processType: 'holidayPlan',
    name: `国庆${n}`,
    beginTime: '2026-09-20T08:00:00+08:00',
    endTime: '2026-09-28T20:00:00+08:00',
    holidayFrom: '2026-10-01',
    holidayTo: '2026-10-08',
    audience: { all: true },
    state: 'draft',
  }),
  holidayDestination: () => ({ choice: 'stay' }),
  areaNotice: n => ({
    cantonCode: sampleCanton,
    processType: 'areaNotice',
    name: `询问${n}`,
    beginTime: '2026-09-20T08:00:00+08:00',
    endTime: '2026-09-28T20:00:00+08:00',
    state: 'draft',
  }),
}
export default samples
