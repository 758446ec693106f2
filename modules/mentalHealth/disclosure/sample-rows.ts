import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { mhDisclosure: () => ({ basis: 'life', toWhom: '学生父亲', at: '2024-03-01T08:00:00+08:00', what: '今晚需要有人陪伴', why: '有现实危险' }) }
export default samples
