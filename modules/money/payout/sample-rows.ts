import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  fundAccount: n => ({ code: `F${n}`, sourceKind: 'school', year: 2026, budget: 0, reserved: 0, spent: 0 }),
  bankAccount: n => ({ bankName: '1', cardNo: `62220200000000${10_000 + n}`, lastFour: '0001', isDefault: false }),
  payoutList: n => ({ listNo: `FF20260901-${n}`, source: 'award', state: 'exported', sourceBatchId: null, month: null, fundId: null, profileId: null }),
  payoutLine: n => ({ grantId: `sample${n}`, seq: n, state: 'ready', amount: 100, heldFor: null, paidOn: null, replacesId: null, bankName: null, cardNo: null, month: null }),
}
export default samples
