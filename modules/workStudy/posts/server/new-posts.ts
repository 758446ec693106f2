import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { on } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { matchPercent } from '../model/fit.ts'
import { POST_MESSAGES } from '../model/messages.ts'
import { workPost } from '../model/post.ts'
import { employUnit } from '../model/unit.ts'
import { recognisedOf } from './recognised.ts'
import { freeOf } from './timetable.ts'

const FITS = 100
/** A new post is told to recognised students without one whose lessons leave its hours free. */
export default on('workStudy.postOpened', 'workStudy.newPost', async ({ db }, { postId }) => {
  const post = await db.unscoped(workPost).find({ id: String(postId) }) // the post of the event
  if (post?.state !== 'open') return
  const idle = sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null
    and not exists (select from engagement e where e.tenant_id = s.tenant_id and e.student_id = s.id and e.state = 'active')`
  const people = await db.query<{ userId: string; classId: string | null }>(sql`select a.user_id as "userId", s.class_id as "classId" from student s
    join student_account a on a.tenant_id = s.tenant_id and a.student_id = s.id where s.tenant_id = ${db.me.tenantId} and s.id in (${recognisedOf(db, idle)})`)
  const free = await freeOf(db, [...new Set(people.flatMap(p => p.classId ?? []))])
  const to = people.filter(p => matchPercent(post.schedule, free(p.classId)) === FITS).map(p => p.userId)
  if (!to.length) return
  const unit = (await db.cached(employUnit)).get(post.unitId)?.name ?? ''
  const link = '/workStudy/hall'
  await notify(db, POST_MESSAGES.newPost, { to, values: { post: post.title, unit, to: schoolTimeText(post.applyTo) }, bizType: 'workPost', bizId: post.id, link, mobileLink: link })
})
