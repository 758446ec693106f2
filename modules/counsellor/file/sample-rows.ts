import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  counsellorFile: () => ({ onDutyFrom: '2020-09-01', onDutyTo: null, resume: [{ from: '2015-09-01', to: '2019-07-01', unit: '师范大学', post: '学生' }] }),
  fdyTraining: n => ({ from: '2021-03-01', to: '2021-03-05', hours: 16, name: `培训${n}` }),
}
export default samples
