import type { MessageEvent } from '#model'
import { yuanText } from '#model/money.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { LEAGUE_MESSAGES } from '../model/messages.ts'
import { spanText } from '../model/months.ts'
import type { Fee } from './charges.ts'

export const aboutFee: MessageAbout<Fee> = {
  bizType: 'leagueFee',
  link: () => '/league/mine',
  values: ({ fromMonth, toMonth, amount, paid, dueDate }) => ({ span: spanText({ from: fromMonth, to: toMonth }), amount: yuanText(amount - paid), dueDate }),
}
/** Tells members of their fees. */
export async function tellMembers(db: Db, event: MessageEvent, fees: ReadonlyArray<{ row: Fee; more?: Readonly<Record<string, string>> }>): Promise<void> {
  const accounts = await accountsOf(
    db,
    fees.map(f => f.row.studentId),
  )
  await notifyAbout(
    db,
    event,
    aboutFee,
    fees.map(f => ({ ...f, to: [accounts.get(f.row.studentId) ?? []].flat() })),
  )
}
/** One message for all months of a member. */
export const tellDue = (db: Db, fees: readonly Fee[]): Promise<void> =>
  tellMembers(
    db,
    LEAGUE_MESSAGES.feeDue,
    [...Map.groupBy(fees, f => f.memberId).values()].flatMap(of => {
      const [first, last] = [of[0], of.at(-1)]
      return first && last ? [{ row: { ...first, toMonth: last.toMonth, amount: of.reduce((sum, f) => sum + f.amount, 0) } }] : []
    }),
  )
