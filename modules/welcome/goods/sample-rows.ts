import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  welcomeGoods: n => ({ kind: 'bedding', name: `三件套${n}`, sizes: [], price: 30_000, cutOff: '2999-01-01', isAid: false }),
  goodsOrder: () => ({ lines: [], amount: 0, state: 'ordered' }),
  goodsStock: n => ({ size: `S${n}`, received: 0, handedOut: 0, left: 0 }),
}
export default samples
