import type { SampleRows } from '#testing/samples.ts'

const spec = { columns: ['name'] }
export default {
  savedQuery: () => ({ subject: 'student', spec }),
  queryRun: () => ({ subject: 'student', spec, kind: 'screen', rows: 1, ms: 1 }),
} satisfies SampleRows
