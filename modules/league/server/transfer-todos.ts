import type { Row } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { leagueBranch } from '../model/branch.ts'
import { leagueTransfer } from '../model/transfer.ts'
import { keepersOf } from './keepers.ts'

/** What the to-dos of a transfer need to know of it. */
export const TOLD = ['studentId', 'fromId', 'toId', 'state'] as const
type Transfer = Pick<Row<typeof leagueTransfer>, 'id' | (typeof TOLD)[number]>
interface NamedTransfer extends Transfer {
  names: { name: string; from: string; to: string }
}
const about: MessageAbout<NamedTransfer> = { bizType: 'leagueTransfer', link: () => '/league/transfers', values: ({ names }) => names }
const link = () => '/league/transfers'
const todos = rowTodos<NamedTransfer, 'give' | 'take', Pick<Transfer, 'id' | 'state'>>(leagueTransfer, about, {
  give: { text: '{name} 要转到{to}，请办理转出', while: r => r.state === 'proposed', link },
  take: { text: '{name} 从{from}转来，请接收', while: r => r.state === 'asked', link },
})
const STEPS = { give: { state: 'proposed', side: 'fromId' }, take: { state: 'asked', side: 'toId' } } as const
/** To-dos of transfers follow their states. A secretary has them on the phone page of students, the staff of the college on theirs. */
export async function transferTodos(db: Db, rows: readonly Transfer[]): Promise<void> {
  await todos.follow(db, rows)
  const open = rows.filter(r => r.state === 'proposed' || r.state === 'asked')
  if (!open.length) return
  const ids = [...new Set(open.flatMap(r => [r.fromId, r.toId]))]
  const [people, branches, keepers] = [
    await studentsOf(
      db,
      open.map(r => r.studentId),
    ),
    await db.unscoped(leagueBranch).all({ id: ids }),
    await keepersOf(db, ids),
  ] // names
  const branch = new Map(branches.map(b => [b.id, b.name]))
  const names = (r: Transfer): NamedTransfer['names'] => ({ name: people.get(r.studentId)?.name ?? '', from: branch.get(r.fromId) ?? '', to: branch.get(r.toId) ?? '' })
  for (const [step, { state, side }] of Object.entries(STEPS) as Array<['give' | 'take', (typeof STEPS)['give' | 'take']]>) {
    const asked = open
      .filter(r => r.state === state)
      .map(row => {
        const { secretary, college } = keepers(row[side])
        return { row: { ...row, names: names(row) }, ...(secretary.length ? { to: secretary, link: '/league/mine' } : { to: college, link: link() }) }
      })
    if (asked.length) await todos.open(db, step, asked)
  }
}
