import { DAY_MS } from '#model/days.ts'
import type { SampleRows } from '#testing/samples.ts'

const day = (n: number): string => new Date(Date.UTC(2020, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)
/** Values satisfying the tables' constraints; each on a date of its own. */
const samples: SampleRows = {
  signTask: n => ({
    processType: 'signTask',
    name: `班会${n}`,
    beginTime: '2026-09-20T08:00:00+08:00',
    endTime: '2026-09-20T09:00:00+08:00',
    audience: { all: true },
    ways: ['qr'],
    state: 'draft',
    closeTime: null,
  }),
  signOccurrence: n => ({ date: day(n), opensAt: `${day(n)}T08:00:00+08:00`, closesAt: `${day(n)}T09:00:00+08:00` }),
  signLine: n => ({ date: day(n) }),
  deviceBinding: n => ({ deviceKey: `sample-device-${n}`, slot: 1 }),
  signMakeup: n => ({ date: day(n), state: 'rejected' }),
}
export default samples
