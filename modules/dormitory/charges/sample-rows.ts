import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  lodgingCharge: () => ({ xn: '2026-2027', months: 10, detail: [], standard: 120_000, due: 120_000, adjust: 0, dueOn: '2026-09-30', paid: 0, deferred: 0 }),
  dormDamage: n => ({ damageNo: `PC${n}`, state: 'told', sharers: 1, sourceType: 'manual', sourceId: null, photos: [] }),
  roomUtility: n => ({ kind: 'electric', readAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString() }),
}
export default samples
