import type { SampleRows } from '#testing/samples.ts'

/** Values that the tables' own rules ask for. */
const samples: SampleRows = { playlist: n => ({ name: `列表${n}`, items: [{ screen: 'dormBigScreen', seconds: 30 }] }) }
export default samples
