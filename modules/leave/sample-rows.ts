import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  leave: n => ({
    leaveNo: `QJ${n}`,
    startAt: '2026-09-16T08:00:00+08:00',
    endAt: '2026-09-18T18:00:00+08:00',
    days: 3,
    state: 'pending',
    reason: '回家办理户口',
    cantonCode: null,
  }),
  leaveTeam: n => ({ teamNo: `TJ${n}`, startAt: '2026-09-16T08:00:00+08:00', endAt: '2026-09-18T18:00:00+08:00', days: 3, studentIds: [], studentCount: 0, state: 'pending' }),
}
export default samples
