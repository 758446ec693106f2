import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = { merchantAccount: n => ({ provider: 'alipay', merchantNo: `M${n}`, mode: 'test', isEnabled: false }) }
export default samples
