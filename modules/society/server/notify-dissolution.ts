import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { type Dissolution, societyDissolution, societyVoter } from '../model/dissolution.ts'
import { DISSOLUTION_MESSAGES } from '../model/messages.ts'
import { society } from '../model/society.ts'

const about = {
  bizType: societyDissolution.name,
  link: () => '/society/dissolution',
  values: async ({ societyId }: Dissolution, db: Db) => ({ society: (await db.unscoped(society).one(societyId)).name }), // its name
}
const dissolutionTodos = rowTodos<Dissolution, 'decide'>(societyDissolution, about, {
  decide: { text: '{society}列入待处理的注销，请处理', while: r => r.state === 'proposed', link: r => `/society/dissolutions?id=${r.id}` },
})
/** The league decides what becomes of a society that the rules would end. */
export async function askLeague(db: Db, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  const to = (await holdersOf(db, 'league')).map(h => h.id)
  const rows = await db.unscoped(societyDissolution).all({ id: ids }) // just made
  await dissolutionTodos.open(
    db,
    'decide',
    rows.map(row => ({ row, to })),
  )
}
export const decided = (db: Db, row: Dissolution): Promise<void> => dissolutionTodos.follow(db, [row])
/** Everybody on the list is asked to vote. */
export async function tellVoters(db: Db, row: Dissolution): Promise<void> {
  const voters = await withStudents(db, await db.unscoped(societyVoter).all({ dissolutionId: row.id })) // of the vote that was called
  await notifyAbout(db, DISSOLUTION_MESSAGES.voteCalled, about, [
    { row, to: voters.flatMap(v => v.who.userId ?? []), more: { until: schoolTimeText(row.voteUntil ?? ''), why: row.reason } },
  ])
}
