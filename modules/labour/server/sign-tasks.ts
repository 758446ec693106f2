import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { signInOfListed } from '#modules/signIn/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { LABOUR_MESSAGES } from '../model/messages.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { aboutEnrolment } from './about.ts'
import { wordsOf } from './hall.ts'
import { settingsOf } from './settings.ts'

export const SOURCE = 'labourSession'
/** Sign-in of sessions that begin soon: in and out, by code or number, for those with a place. */
export async function openSignIns(db: Db, now = Date.now()): Promise<number> {
  const { openBefore } = await settingsOf(db)
  const soon = new Date(now + 2 * openBefore * MINUTE_MS).toISOString()
  const due = await db.query<{ id: string }>(sql`select id from labour_session where tenant_id = ${db.me.tenantId} and sign_task_id is null
    and starts_at <= ${soon}::timestamptz and ends_at > ${new Date(now).toISOString()}::timestamptz order by id`)
  for (const { id } of due) {
    const session = await db.unscoped(labourSession).lock(id) // for its students
    const { name, teacherId, ownerDepartmentId } = await db.unscoped(labourProject).one(session.projectId) // see above
    const held = await db.unscoped(labourEnrolment).all({ projectId: session.projectId, state: 'enrolled' }) // see above
    if (session.signTaskId) continue
    const signTaskId = await signInOfListed(db, {
      name: `${name} ${schoolTimeText(session.startsAt)}`.slice(0, 100),
      direction: 'inOut',
      startAt: session.startsAt,
      endAt: session.endsAt,
      around: openBefore,
      studentIds: held.map(e => e.studentId),
      makeupHours: 0,
      ownerDepartmentId,
      sourceType: SOURCE,
      sourceId: id,
      owner: { userId: (await accountsOfTeachers(db, [teacherId])).get(teacherId) ?? null, teacherId },
    })
    if (signTaskId) await db.update(labourSession, id, { signTaskId })
  }
  return due.length
}
/** The day before: where and when, once. */
export const remindSessions = whenDue(labourSession, {
  ...{ when: 't.reminded_at is null', at: 'startsAt', before: DAY_MS, untilThen: true, set: now => ({ remindedAt: now }), history: false },
  async act(db, sessions) {
    const projects = await db.unscoped(labourProject).all({ id: sessions.map(s => s.projectId) }) // for their students
    const [words, of] = [await wordsOf(db, projects), new Map(projects.map(p => [p.id, p]))]
    const people = Map.groupBy(await withStudents(db, await db.unscoped(labourEnrolment).all({ projectId: [...of.keys()], state: 'enrolled' })), p => p.row.projectId) // see above
    const reminders = sessions.flatMap(({ projectId, startsAt }) => {
      const project = of.get(projectId)
      const more = { at: schoolTimeText(startsAt), place: (project && words(project).place) ?? '' }
      return (people.get(projectId) ?? []).map(one => ({ ...one, more }))
    })
    await notifyAbout(db, LABOUR_MESSAGES.tomorrow, aboutEnrolment, reminders)
  },
})
export default [
  scheduledJob('labour.signIns', '劳动签到', '*/5 * * * *', db => openSignIns(db), {
    due: `select from labour_session where tenant_id = $1 and sign_task_id is null and starts_at <= now() + interval '4 hours' and ends_at > now()`,
  }),
  deadlines('labour.reminders', '劳动提醒', '*/5 * * * *', [remindSessions]),
]
