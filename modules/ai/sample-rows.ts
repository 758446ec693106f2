import type { SampleRows } from '#testing/samples.ts'

/** Values that the tables' own rules ask for. */
const samples: SampleRows = {
  aiProvider: n => ({ baseUrl: `https://model${n}.example.com/v1`, place: 'mainland' }),
  aiQuota: () => ({ scope: 'use', use: 'draft' }),
  // a school has every use from the start, so a sample is none of them
  aiUse: n => ({ code: `sample${n}` as never }),
  aiTestCase: () => ({ mustCite: '学生手册' }),
  aiTestRun: () => ({ correct: 0, done: 0 }),
}
export default samples
