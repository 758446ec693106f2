import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  pastPunishment: () => ({ category: 'order', level: 'warning', occurredOn: '2026-03-02', decidedOn: '2026-03-20', servedOn: '2026-03-21', liftedOn: null, punishmentId: null }),
}
export default samples
