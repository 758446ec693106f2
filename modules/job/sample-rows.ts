import type { SampleRows } from '#testing/samples.ts'

/** Values that a job's own constraints ask for. */
const samples: SampleRows = {
  job: n => ({ code: `sample.job${n}`, cron: '0 3 * * *', params: {} }),
}
export default samples
