import { yuanText } from '#model/money.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { PAYOUT_MESSAGES } from '../model/messages.ts'
import { HELD, payoutLine, payoutList } from '../model/payout.ts'
import type { Line, List } from './lists.ts'

const LINK = '/money/mine'
const aboutLine: MessageAbout<Line> = {
  bizType: 'payoutLine',
  link: () => LINK,
  values: ({ what, amount, lastFour, failReason, heldFor }) => ({
    ...{ what, amount: yuanText(amount), card: lastFour ?? '' },
    why: failReason ?? (heldFor ? { text: HELD[heldFor] } : ''),
  }),
}
/** What a student has to do about a payment: her account stops it. */
export const lineTodos = rowTodos<Line, 'correct' | 'enter'>(payoutLine, aboutLine, {
  correct: { text: '改正银行卡：{what} {amount} 元没有汇成', while: l => l.state === 'failed', link: () => LINK, message: PAYOUT_MESSAGES.payoutFailed },
  enter: { text: '登记银行卡：{what} {amount} 元', while: l => l.state === 'held', link: () => LINK, message: PAYOUT_MESSAGES.payoutHeld },
})
async function asked(db: Db, lines: readonly Line[]) {
  const accounts = await accountsOf(
    db,
    lines.map(l => l.studentId),
  )
  return lines.flatMap(row => {
    const account = accounts.get(row.studentId)
    return account ? [{ row, to: [account] }] : []
  })
}
export const tellPaid = async (db: Db, lines: readonly Line[]): Promise<void> => notifyAbout(db, PAYOUT_MESSAGES.payoutPaid, aboutLine, await asked(db, lines))
export const askToCorrect = async (db: Db, lines: readonly Line[]): Promise<void> => lineTodos.open(db, 'correct', await asked(db, lines))
export const askToEnter = async (db: Db, lines: readonly Line[]): Promise<void> => lineTodos.open(db, 'enter', await asked(db, lines))
interface NamedList extends List {
  name: string
}
const aboutList: MessageAbout<NamedList> = { bizType: 'payoutList', link: ({ id }) => `/money/payouts?id=${id}`, values: ({ listNo, name }) => ({ listNo, name }) }
/** What the maker of a list has to do about it once it was submitted. */
export const listTodos = rowTodos<NamedList, 'left', Pick<List, 'id' | 'state'>>(payoutList, aboutList, {
  left: { text: '{name}在发放日不在校，请退回发放单 {listNo} 重新检查', while: l => l.state === 'pending' || l.state === 'approved', link: ({ id }) => `/money/payouts?id=${id}` },
})
