import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { type Dissolution, societyDissolution, societyVoter } from '../model/dissolution.ts'
import { DISSOLUTION_MESSAGES } from '../model/messages.ts'
import { society } from '../model/society.ts'

const about = {
  bizType: societyDissolution.name,
  link: () => '/society/dissolution',
  values: async ({ societyId }: Dissolution, db: Db) => ({ society: (await db.unscoped(society).one(societyId)).name }), // its name
}
/** Everybody on the list is asked to vote. */
export async function tellVoters(db: Db, row: Dissolution): Promise<void> {
  const voters = await withStudents(db, await db.unscoped(societyVoter).all({ dissolutionId: row.id })) // of the vote that was called
  await notifyAbout(db, DISSOLUTION_MESSAGES.voteCalled, about, [
    { row, to: voters.flatMap(v => v.who.userId ?? []), more: { until: schoolTimeText(row.voteUntil ?? ''), why: row.reason } },
  ])
}
