import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  contentChannel: n => ({ code: 'notice', sites: ['portal'], name: `栏目${n}` }),
  contentItem: n => ({ title: `内容${n}`, publishAt: '2026-09-01T08:00:00+08:00', expireAt: '2036-09-01T08:00:00+08:00' }),
  contentRevision: n => ({ no: n }),
  chargeTable: n => ({ xn: `${2000 + (n % 90)}-${2001 + (n % 90)}`, edition: n }),
  emptySearch: n => ({ words: `词${n}` }),
}
export default samples
