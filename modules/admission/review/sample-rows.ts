import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  entryReexamination: () => ({ year: 2024, items: [], state: 'open', dueAt: '2026-12-01T00:00:00+08:00', warnAt: '2026-11-15T00:00:00+08:00' }),
  admissionRetention: n => ({ cause: 'illness', until: '2027-08-31', reason: `说明${n}`, state: 'withdrawn', proofs: [] }),
}
export default samples
