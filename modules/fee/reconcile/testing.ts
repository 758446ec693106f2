import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Answer } from '#testing/school.ts'
import { sandboxTrade } from '../merchants/model/sandbox-trade.ts'
import { orderPayment } from '../orders/model/pay-order.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { reconDay } from './model/recon-day.ts'
import { reconDiff, type Way } from './model/recon-diff.ts'
import { openDays } from './server/open-days.ts'

export const YESTERDAY = addDays(today(), -1)
export const noonOf = (day: string): string => schoolInstant(day, '12:00')
export interface ReconSchool extends PaySchool {
  /** A line that was paid on this day; `how` it was paid at the simulated cashier. */
  paidOn(day: string, amount: number, how?: 'pay' | 'silent'): Promise<{ line: string; id: string; orderNo: string }>
  /** The day of the simulated provider, its statement fetched and matched. */
  fetched(day?: string): Promise<string>
  dayOf(day?: string): Promise<Day>
  diffsOf(dayId: string): Promise<Diff[]>
  /** One proposes, the other confirms. */
  handled(diffId: string, handling: Way): Promise<Answer<unknown>>
}
type Day = Awaited<ReturnType<typeof readDay>>
type Diff = Awaited<ReturnType<typeof readDiffs>>[number]
const readDay = async (s: PaySchool, bizDate: string) => {
  const day = await s.db.unscoped(reconDay).find({ merchantId: s.merchantId, bizDate })
  if (!day) throw new Error(`${bizDate} is not opened`)
  return day
}
const readDiffs = (s: PaySchool, dayId: string) => s.db.unscoped(reconDiff).all({ dayId }, { sort: ['createdAt'] })

/** A school whose simulated account has been there for some days. */
export async function reconSchool(): Promise<ReconSchool> {
  const s = await paySchool()
  return {
    ...s,
    async paidOn(day, amount, how = 'pay') {
      const line = await s.line(amount)
      const { id, orderNo } = await s.order([line], amount)
      await s.pay(orderNo, how)
      await s.db.updateWhere(sandboxTrade, { orderNo }, { paidAt: noonOf(day) })
      await s.db.updateWhere(orderPayment, { orderId: id }, { paidOn: day })
      return { line, id, orderNo }
    },
    async fetched(day = YESTERDAY) {
      await openDays(s.db)
      const { id } = await readDay(s, day)
      const answer = await s.finance.post('fee/reconDay/fetchStatement', { id })
      if (answer.code !== 200) throw new Error(answer.msg)
      return id
    },
    dayOf: (day = YESTERDAY) => readDay(s, day),
    diffsOf: dayId => readDiffs(s, dayId),
    async handled(id, handling) {
      const proposed = await s.finance.post('fee/reconDiff/propose', { id, handling, note: '已与渠道核对' })
      return proposed.code === 200 ? s.checker.post('fee/reconDiff/resolve', { id }) : proposed
    },
  }
}
