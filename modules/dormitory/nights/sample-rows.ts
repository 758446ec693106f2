import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  nightLine: n => ({ nightDate: `2026-09-${String((n % 28) + 1).padStart(2, '0')}`, expected: 'expected', source: null, result: 'present', openedAt: null, handledState: null }),
  nightDuty: n => ({ nightDate: `2099-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}` }),
  nightSetting: () => ({ isSelf: false, isGate: false, openTime: '21:30', closeTime: '23:00', gateAfter: '18:00' }),
}
export default samples
