import type { Adapter } from './adapter.ts'
import { NoticeRefusal, ProviderRefusal } from './adapter.ts'
import { readTable } from './read-table.ts'

const notByWire = async (): Promise<never> => {
  throw new ProviderRefusal('BY_HAND', 'money of this kind is entered by people')
}
/** Money that people enter: nothing is asked of another machine, an order can always be closed, and no notice is believed. */
const byHand: Adapter = {
  capabilities: { scenes: ['counter'], refundDays: 0, statementAt: null },
  prepay: notByWire,
  query: async () => ({ state: 'waiting' }),
  close: async () => ({ state: 'closed' }),
  refund: notByWire,
  queryRefund: notByWire,
  parseNotice() {
    throw new NoticeRefusal('signature', 'nobody sends notices about money paid by hand')
  },
  ack: () => ({ status: 404, type: 'text/plain', body: '' }),
  statement: async () => [],
  readStatement: (_m, file) => readTable(file),
}
/** 柜台: POS or transfer, with the number of a slip; a second person confirms it. */
export const counter: Adapter = byHand
/** 银行代扣: a list goes to the bank, its result comes back as a file. */
export const bankDebit: Adapter = { ...byHand, capabilities: { ...byHand.capabilities, scenes: [] } }
