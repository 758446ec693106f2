import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  reconDay: n => ({ bizDate: `2026-0${1 + (n % 9)}-0${1 + (n % 9)}`, state: 'open', diffCount: 0, source: 'uploaded', digest: `${n}` }),
  statementRow: n => ({ txnNo: `T${n}`, amount: 100_00, fee: 60 }),
  reconDiff: n => ({ key: `payment ${n}`, state: 'open', kind: 'theirsOnly', handling: null, makerId: null, checkerId: null }),
}
export default samples
