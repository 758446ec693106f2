import type { SampleRows } from '#testing/samples.ts'

const samples: SampleRows = {
  numberRule: n => ({ name: `学号规则${n}`, grade: null, levels: null, departmentIds: null, segments: [{ kind: 'seq', length: 6 }], order: ['class'] }),
  numberRun: () => ({ count: 1, byId: null }),
  givenNumber: n => ({ studentNo: `N${n}`, scopeKey: `2026:school:${n}`, seq: n }),
}
export default samples
