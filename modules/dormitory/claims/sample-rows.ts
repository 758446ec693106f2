import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  claimRound: n => ({
    processType: 'claimRound',
    name: `选床位${n}`,
    beginTime: '2026-08-20T11:00:00+08:00',
    endTime: '2026-08-28T20:00:00+08:00',
    audience: { all: true },
    pool: { dormIds: [], grants: [] },
    waves: [],
    moveIn: '2026-09-01',
    state: 'draft',
  }),
}
export default samples
