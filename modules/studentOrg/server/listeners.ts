import sql from 'sql-template-tag'
import { isAtSchool, STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { cancel } from '#modules/workflow/server/api.ts'
import { type Ctx, on } from '#server/context.ts'
import { LIVE, orgAppointment } from '../model/appointment.ts'
import { endPosts, lapsePosts } from './office.ts'
import { barredAmong } from './place.ts'

const isStatus = (value: string): value is StudentStatus => Object.hasOwn(STUDENT_STATUS, value)
/** Ends what these rows are: posts that are held, and what is still to come. */
export async function stop(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, ids: readonly string[], reason: string): Promise<void> {
  const { db } = ctx
  const waiting = await db.unscoped(orgAppointment).all({ id: ids, state: ['pending', 'returned'] }, { sort: ['id'] }) // named by the caller
  for (const { id } of waiting) {
    await cancel(ctx as Ctx, { bizType: orgAppointment.name, bizId: id }, reason)
    await db.updateWhere(orgAppointment, { id }, { endReason: reason })
  }
  await lapsePosts(db, ids, reason)
  await endPosts(db, ids, 'ended', reason)
}
export default [
  /** Whoever is no longer at school leaves all posts, with that reason. */
  on('student.statusChanged', 'studentOrg.left', async (ctx, { studentId, to }) => {
    const status = String(to)
    if (!isStatus(status) || isAtSchool(status)) return
    const rows = await ctx.db.unscoped(orgAppointment).all({ studentId: String(studentId), state: LIVE }) // of the student the event names
    await stop(
      ctx,
      rows.map(r => r.id),
      STUDENT_STATUS[status],
    )
  }),
  /** Posts of the old class, year or college end with the move; those of the whole school stay. */
  on('student.classChanged', 'studentOrg.moved', async (ctx, { studentId }) => {
    const { db } = ctx
    const who = await studentOf(db, String(studentId))
    const rows = await db.query<{ id: string }>(sql`select a.id from org_appointment a join student_org o on o.tenant_id = a.tenant_id and o.id = a.org_id
      where a.tenant_id = ${db.me.tenantId} and a.student_id = ${String(studentId)}::uuid and a.state = any(${[...LIVE]}::text[]) and case o.level
        when 'class' then o.class_id is distinct from ${who?.classId ?? null}::uuid
        when 'grade' then o.department_id is distinct from ${who?.departmentId ?? null}::uuid or o.grade is distinct from ${who?.grade ?? null}::int
        when 'college' then o.department_id is distinct from ${who?.departmentId ?? null}::uuid else false end order by a.id`)
    await stop(
      ctx,
      rows.map(r => r.id),
      '已调整班级',
    )
  }),
  /** 50-PN13: a punishment that bars from offices makes somebody look whether the post is kept. */
  on('discipline.effective', 'studentOrg.doubt', async ({ db }, { studentId }) => {
    const id = String(studentId)
    if ((await barredAmong(db, [id])).has(id)) await db.updateWhere(orgAppointment, { studentId: id, state: 'active' }, { postDoubt: '处分期内不能担任' })
  }),
]
