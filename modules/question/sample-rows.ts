import type { SampleRows } from '#testing/samples.ts'

export default { questionPin: () => ({ code: 'question.neverReached' }) } satisfies SampleRows
