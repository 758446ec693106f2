import type { SampleRows } from '#testing/samples.ts'

/** Values that the tables' own rules ask for. */
const samples: SampleRows = {
  playlist: n => ({ name: `列表${n}`, items: [{ screen: 'dormBigScreen', seconds: 30 }] }),
  screenLayout: n => ({ screen: 'dormBigScreen', no: n, state: 'former', tiles: [{ tile: 'dormitory.beds', x: 0, y: 0, w: 12, h: 5 }] }),
}
export default samples
