import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { signTaskFor } from '#modules/signIn/server/api.ts'
import { accountsOf, withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { LABOUR_MESSAGES } from '../model/messages.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { aboutEnrolment } from './about.ts'
import { wordsOf } from './hall.ts'
import { settingsOf } from './settings.ts'

export const SOURCE = 'labourSession'
const MINUTE = 60_000
const DAY = 86_400_000
/** Sign-in of sessions that begin soon: in and out, by code or number, for those with a place. */
export async function openSignIns(db: Db, now = Date.now()): Promise<number> {
  const { openBefore } = await settingsOf(db)
  const soon = new Date(now + 2 * openBefore * MINUTE).toISOString()
  const due = await db.query<{ id: string }>(sql`select id from labour_session where tenant_id = ${db.me.tenantId} and sign_task_id is null
    and starts_at <= ${soon}::timestamptz and ends_at > ${new Date(now).toISOString()}::timestamptz order by id`)
  for (const { id } of due) {
    const session = await db.unscoped(labourSession).lock(id) // for its students
    const { name, teacherId, ownerDepartmentId } = await db.unscoped(labourProject).one(session.projectId) // see above
    const held = await db.unscoped(labourEnrolment).all({ projectId: session.projectId, state: 'enrolled' }) // see above
    const accounts = await accountsOf(
      db,
      held.map(e => e.studentId),
    )
    if (session.signTaskId || !accounts.size) continue
    const signTaskId = await signTaskFor(
      { db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' },
      {
        name: `${name} ${schoolTimeText(session.startsAt)}`.slice(0, 100),
        kind: 'activity',
        direction: 'inOut',
        beginTime: new Date(Date.parse(session.startsAt) - openBefore * MINUTE).toISOString(),
        endTime: new Date(Date.parse(session.endsAt) + openBefore * MINUTE).toISOString(),
        audience: { userIds: [...accounts.values()] },
        ways: ['qr', 'number', 'staff'],
        makeupHours: 0,
        ownerDepartmentId,
        sourceType: SOURCE,
        sourceId: id,
        owner: { userId: (await accountsOfTeachers(db, [teacherId])).get(teacherId) ?? null, teacherId },
      },
    )
    await db.update(labourSession, id, { signTaskId })
  }
  return due.length
}
/** The day before: where and when, once. */
export async function remindSessions(db: Db, now = Date.now()): Promise<number> {
  const at = new Date(now).toISOString()
  const soon = await db.updateWhere(
    labourSession,
    sql`t.reminded_at is null and t.starts_at > ${at}::timestamptz and t.starts_at <= ${new Date(now + DAY).toISOString()}::timestamptz`,
    { remindedAt: at },
    { as: 't', returning: ['projectId', 'startsAt'], history: false },
  )
  for (const { projectId, startsAt } of soon) {
    const project = await db.unscoped(labourProject).one(projectId) // for its students
    const place = (await wordsOf(db, [project]))(project).place ?? ''
    const held = await db.unscoped(labourEnrolment).all({ projectId, state: 'enrolled' }) // see above
    const told = (await withStudents(db, held)).map(one => ({ ...one, more: { at: schoolTimeText(startsAt), place } }))
    await notifyAbout(db, LABOUR_MESSAGES.tomorrow, aboutEnrolment, told)
  }
  return soon.length
}
export default scheduledJob('labour.sessions', '劳动签到和提醒', '*/5 * * * *', async db => (await openSignIns(db)) + (await remindSessions(db)), {
  due: `select from labour_session where tenant_id = $1 and ((sign_task_id is null and starts_at <= now() + interval '4 hours' and ends_at > now())
    or (reminded_at is null and starts_at > now() and starts_at <= now() + interval '1 day'))`,
})
