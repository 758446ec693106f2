import sql from 'sql-template-tag'
import { withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { postApplication } from '../model/application.ts'
import { POST_MESSAGES } from '../model/messages.ts'
import { workPost } from '../model/post.ts'
import { aboutApplication, applicationTodos, untilText } from './about.ts'
import type { Applied } from './application.ts'
import { endThem } from './engagements.ts'
import { returnSeats } from './seats.ts'

const told = async (db: Db, rows: readonly Applied[]) => (await withStudents(db, rows)).map(({ row, who }) => ({ row, who, more: { until: untilText(row) } }))
/** 40-W5: an offer nobody answered is over, and its seat free. */
export const lapse = whenDue(postApplication, {
  when: `t.state = 'offered'`,
  at: 'offerUntil',
  set: { state: 'lapsed' },
  async act(db, rows) {
    await returnSeats(
      db,
      rows.map(r => r.postId),
    )
    await applicationTodos.follow(db, rows)
  },
})
export const remind = whenDue(postApplication, {
  when: `t.state = 'offered'`,
  at: 'remindAt',
  set: { remindAt: null },
  act: async (db, rows) => notifyAbout(db, POST_MESSAGES.offerExpiring, aboutApplication, await told(db, rows)),
})
/** 40-W9: engagements whose last day has passed, and posts whose work is over. */
export async function passDays(db: Db, on = today()): Promise<number> {
  const over = await db.query<{ id: string }>(sql`select id from engagement where tenant_id = ${db.me.tenantId} and state = 'active' and "to" < ${on}::date order by id`)
  const n = await endThem(
    db,
    over.map(e => e.id),
    {},
  )
  const posts = await db.updateWhere(workPost, sql`t.state in ('open', 'full', 'closed') and t.work_to < ${on}::date`, { state: 'finished' })
  return n + posts.length
}
export default [
  deadlines('workStudy.offers', '勤工助学录用答复', '*/10 * * * *', [remind, lapse]),
  scheduledJob('workStudy.days', '勤工助学到期', '10 0 * * *', db => passDays(db), {
    due: `select from engagement where tenant_id = $1 and state = 'active' union all select from work_post where tenant_id = $1 limit 1`,
  }),
]
