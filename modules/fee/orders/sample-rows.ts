import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  payOrder: n => ({
    orderNo: `P20260901SAMPLE${n}`,
    state: 'created',
    amount: 100_00,
    payerType: 'student',
    received: 0,
    refunding: 0,
    refunded: 0,
    surplus: 0,
    providerTxnNo: null,
    checkerId: null,
    makerId: null,
  }),
  payOrderLine: () => ({ amount: 100_00 }),
  refundOrder: n => ({ refundNo: `R20260901SAMPLE${n}`, state: 'pending', route: 'bank', amount: 100_00, checkerId: null }),
  notifyLog: () => ({ headers: {}, body: 'e30=' }),
}
export default samples
