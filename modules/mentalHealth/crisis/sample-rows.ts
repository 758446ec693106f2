import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  crisisEvent: () => ({
    at: '2024-03-01T08:00:00+08:00',
    state: 'closed',
    closedOn: '2024-03-02',
    outcome: '已回家休养',
    place: '操场',
    facts: '晕倒',
    nextLeadId: null,
    acceptBy: null,
  }),
  crisisStep: () => ({ at: '2024-03-01T08:10:00+08:00', kind: 'step' }),
}
export default samples
