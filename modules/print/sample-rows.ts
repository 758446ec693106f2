import type { SampleRows } from '#testing/samples.ts'

export default { printTemplate: n => ({ code: `paper${n}`, entity: 'user', basedOn: 'paper', edition: 1 }) } satisfies SampleRows
