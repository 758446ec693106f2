import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  attentionCase: () => ({ level: '3', state: 'closed', backupId: null }),
  attentionMember: () => ({ layer: 'ml0', from: '2024-03-01', to: '2024-04-01' }),
  attentionFollowUp: () => ({ way: 'face', layer: 'ml1', at: '2024-03-01T08:00:00+08:00' }),
  attentionNotice: () => ({ step: 'owner', dueAt: '2024-03-01T08:00:00+08:00', at: '2024-03-01T08:10:00+08:00' }),
  attentionCall: () => ({ size: 2, reached: 1, state: 'over', takenById: null, takenAt: null }),
  attentionCallStep: n => ({ position: n + 1 }),
}
export default samples
