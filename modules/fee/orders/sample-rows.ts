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
  orderPayment: n => ({ txnNo: `T${n}`, amount: 100_00 }),
  payOrderLine: () => ({ amount: 100_00 }),
  refundOrder: n => ({ refundNo: `R20260901SAMPLE${n}`, state: 'pending', route: 'bank', amount: 100_00, checkerId: null }),
  payLink: n => ({ keyHash: `sample${n}`, lineIds: [], expireAt: '2026-11-02T08:00:00+08:00' }),
  notifyLog: () => ({ headers: {}, body: 'e30=' }),
}
export default samples
