import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { leagueBranch } from '../model/branch.ts'
import { confirmReceipt, remittance } from '../model/remittance.ts'
import { acting, keepersOf } from './keepers.ts'

type Remittance = Row<typeof remittance>
interface NamedRemittance extends Remittance {
  from: string
}
const yuan = (amount: number | null): string => yuanText(amount ?? 0)
const about: MessageAbout<NamedRemittance> = {
  bizType: 'remittance',
  link: () => '/league/remittances',
  values: ({ from, amount, received, note }) => ({ from, sent: yuan(amount), received: yuan(received), note: note ?? '' }),
}
const link = () => '/league/remittances'
const differs = ({ state, amount, received }: Pick<Remittance, 'state' | 'amount' | 'received'>): boolean => state === 'sent' && received !== null && received !== amount
const todos = rowTodos<NamedRemittance, 'confirm' | 'differs' | 'again', Pick<Remittance, 'id' | 'state' | 'amount' | 'received'>>(remittance, about, {
  confirm: { text: '{from}上缴团费 {sent} 元，请确认收到', while: r => r.state === 'sent' && r.received === null, link },
  differs: { text: '{from}上缴 {sent} 元，实收 {received} 元，请核对', while: differs, link },
  again: { text: '上缴被退回：{note}', while: r => r.state === 'returned', link },
})
/** Who receives for a committee: the staff of its college; of the school, whoever may confirm with the whole school in reach. */
async function receivers(db: Db, toId: string): Promise<string[]> {
  const { level } = await db.unscoped(leagueBranch).one(toId) // of a remittance
  return level === 'school' ? accountsWith(db, confirmReceipt.permission) : [...(await keepersOf(db, [toId]))(toId).college]
}
/** Who sends for it, and where: a secretary has a page of the own branch alone. */
async function senders(db: Db, fromId: string): Promise<{ to: readonly string[]; link: string }> {
  const keepers = (await keepersOf(db, [fromId]))(fromId)
  return { to: acting(keepers), link: keepers.secretary.length ? '/league/mine' : link() }
}
/** To-dos of a remittance follow its state. */
export async function remittanceTodos(db: Db, row: Remittance): Promise<void> {
  await todos.follow(db, [row])
  const from = (await db.unscoped(leagueBranch).one(row.fromId)).name // its name
  const told = { ...row, from }
  if (row.state === 'returned') await todos.open(db, 'again', [{ row: told, ...(await senders(db, row.fromId)) }])
  if (row.state !== 'sent') return
  const [there, here] = [await receivers(db, row.toId), await senders(db, row.fromId)]
  if (differs(row))
    await todos.open(db, 'differs', [
      { row: told, to: there },
      { row: told, link: here.link, to: here.to.filter(id => !there.includes(id)) },
    ])
  else await todos.open(db, 'confirm', [{ row: told, to: there }])
}
