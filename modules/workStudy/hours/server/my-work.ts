import sql from 'sql-template-tag'
import { monthOf } from '#modules/campus/model/days.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { workPost } from '../../posts/model/post.ts'
import { employUnit } from '../../posts/model/unit.ts'
import { ownEngagements } from '../../posts/server/api.ts'
import { myWork } from '../model/actions.ts'
import { hourEntry } from '../model/hour-entry.ts'
import { workScan } from '../model/work-scan.ts'
import { hoursOfMonth, limitsOn } from './limits.ts'
import { shownEntry } from './shown.ts'

const RECENT = 60
/** 我的勤工助学 */
export default handle(myWork, async ctx => {
  const { db, me } = ctx
  const studentId = ownStudentId(me)
  const day = today()
  const engagements = await ownEngagements.all(ctx)
  const posts = new Map((await db.unscoped(workPost).all({ id: engagements.map(e => e.postId) })).map(p => [p.id, p])) // one's own
  const units = await db.cached(employUnit)
  const open = await db.unscoped(workScan).find({ studentId, state: 'open' }) // one's own
  const entries = await db.unscoped(hourEntry).all({ studentId }, { sort: ['-date', '-createdAt'], limit: RECENT }) // one's own
  const sums = await db.query<{ id: string; hours: number }>(sql`select engagement_id as id, sum(hours)::float8 as hours from hour_entry
    where tenant_id = ${db.me.tenantId} and student_id = ${studentId} group by 1`)
  const total = new Map(sums.map(s => [s.id, s.hours]))
  return {
    ...{ month: monthOf(day), hours: await hoursOfMonth(db, studentId, monthOf(day)), limit: (await limitsOn(db, day)).month },
    engagements: engagements.map(({ id, postId, unitId, from, to, state }) => {
      const isIn = open?.engagementId === id
      return {
        ...{ id, post: posts.get(postId)?.title ?? '', unit: units.get(unitId)?.name ?? '', place: posts.get(postId)?.place ?? '', from, to, isActive: state === 'active' },
        ...{ inAt: isIn ? open.inAt : null, scanState: isIn ? open.state : null, totalHours: total.get(id) ?? 0 },
      }
    }),
    entries: entries.map(e => ({ ...shownEntry(e), post: posts.get(e.postId)?.title ?? '' })),
  }
})
