import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and rules. */
const samples: SampleRows = {
  violationRule: () => ({ minLevel: 'warning', maxLevel: 'demerit', category: 'order' }),
  disciplineCase: () => ({ occurredAt: '2026-03-02T08:00:00+08:00', category: 'order', ruleIds: [], investigators: [] }),
  caseMaterial: () => ({ takenAt: '2026-03-03T08:00:00+08:00', kind: 'record' }),
  punishment: () => ({ state: 'investigating', documentNo: null }),
  documentDelivery: () => ({ result: 'done', effectiveOn: '2026-03-10' }),
}
export default samples
