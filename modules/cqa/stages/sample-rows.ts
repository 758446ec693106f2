import type { SampleRows } from '#testing/samples.ts'

const id = (n: number, k: number): string => `00000000-0000-7000-8000-${String(n * 100 + k).padStart(12, '0')}`
const samples: SampleRows = { cqaGroup: n => ({ memberIds: [1, 2, 3, 4, 5].map(k => id(n, k)) }) }
export default samples
