import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsOf, studentOf } from '#modules/student/server/api.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { testAttempt, testCandidate } from '../model/attempt.ts'
import { TEST_MESSAGES } from '../model/messages.ts'
import { testSchedule } from '../model/schedule.ts'
import * as act from '../model/staff-actions.ts'
import { aboutTest } from './about.ts'
import { closeRunning } from './close-attempts.ts'
import { extensionsOf, suggestedMinutes } from './extensions.ts'
import { settingsOf } from './settings.ts'
import { settle } from './settle.ts'

const IN_ROOM = act.watchTest.permission
interface Room {
  classId: string
  label: string
  notStarted: number
  running: number
  offline: number
  submitted: number
  flagged: number
}
/** Candidates of a test in the caller's scope, by class; offline is who has sent nothing for some time. */
async function roomsOf(db: Db, scheduleId: string, offlineSeconds: number): Promise<Room[]> {
  return db.query<Room>(sql`select s.class_id as "classId", coalesce(k.name, '—') as label,
      count(*) filter (where r.id is null and c.used = 0)::int as "notStarted", count(r.id)::int as running, count(r.id) filter (where r.seen_at < now() - make_interval(secs => ${offlineSeconds}::int))::int as offline,
      count(*) filter (where r.id is null and c.used > 0)::int as submitted,
      count(*) filter (where exists (select from test_flag f where f.tenant_id = c.tenant_id and f.schedule_id = c.schedule_id and f.student_id = c.student_id))::int as flagged
    from ${db.visibleFor(testCandidate, IN_ROOM).rows()} c join student s on s.tenant_id = c.tenant_id and s.id = c.student_id left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
      left join test_attempt r on r.tenant_id = c.tenant_id and r.schedule_id = c.schedule_id and r.student_id = c.student_id and r.state = 'running'
    where c.schedule_id = ${scheduleId} and s.class_id is not null group by 1, 2 order by 2`)
}
const watch = handle(act.watchTest, async ({ db }, { id }) => {
  const row = await db.unscoped(testSchedule).one(id) // of which candidates in the caller's scope are counted
  const { offlineSeconds } = await settingsOf(db)
  const rooms = await roomsOf(db, id, offlineSeconds)
  if (!rooms.length) throw notFound()
  const sum = (name: Exclude<keyof Room, 'classId' | 'label'>): number => rooms.reduce((n, room) => n + room[name], 0)
  return {
    ...{
      name: row.name,
      endTime: row.endTime,
      notStarted: sum('notStarted'),
      running: sum('running'),
      offline: sum('offline'),
      submitted: sum('submitted'),
      flagged: sum('flagged'),
    },
    ...{ suggested: await suggestedMinutes(db, id, sum('running')), extensions: await extensionsOf(db, id), byClass: rooms },
  }
})
const attempts = [
  handle(act.letBack, async ({ db, refuse }, { id }) => {
    const row = await db.visible(testAttempt).lock(id, 'letBack')
    if (!row.isLocked) refuse('open')
    await db.update(testAttempt, id, { isLocked: false, takeOvers: 0 })
  }),
  handle(act.forceHandIn, async ({ db }, { id, reason }) => {
    await db.visible(testAttempt).lock(id, 'force')
    db.logged(testAttempt, id, { reason }, 'force')
    await closeRunning(db, sql`t.id = ${id}`, 'forced')
  }),
  /** A person voids, never a flag (60-OT8); the candidate reads why. */
  handle(act.voidAttempt, async ({ db }, { id, reason }) => {
    const row = await db.visible(testAttempt).lock(id, 'void')
    await db.update(testAttempt, id, { state: 'voided', voidReason: reason, ...(row.submittedAt ? {} : { submittedAt: new Date().toISOString(), submitWay: 'forced' as const }) })
    await settle(db, row.scheduleId, [row.studentId])
    const to = await accountsOf(db, [row.studentId])
    const of = await db.unscoped(testSchedule).one(row.scheduleId) // of an attempt in the caller's scope
    await notifyAbout(db, TEST_MESSAGES.voided, aboutTest, [{ row: of, to: [...to.values()], more: { no: row.no, reason } }])
  }),
]
/** 60-OT13 */
const grant = handle(act.grantAttempt, async ({ db, refuse }, { id, n: asked, reason }) => {
  const n = asked ?? 1
  const row = await db.visible(testCandidate).lock(id)
  const of = await db.unscoped(testSchedule).one(row.scheduleId) // of a candidate in the caller's scope
  const name = (await studentOf(db, row.studentId))?.name ?? ''
  if (row.isPassed) refuse('passed', { name })
  const left = of.attempts + row.extraAttempts - row.used
  if (left > 0) refuse('left', { name, n: left })
  await db.update(testCandidate, id, { extraAttempts: row.extraAttempts + n, doneAt: null })
  db.logged(testCandidate, id, { reason, n }, 'grant')
  const to = await accountsOf(db, [row.studentId])
  await notifyAbout(db, TEST_MESSAGES.granted, aboutTest, [{ row: of, to: [...to.values()], more: { n, reason } }])
})
const MOST = 2000
const makeup = handle(act.makeMakeup, async ({ db, me, refuse }, { id, name, beginTime, endTime }) => {
  const row = await db.visible(testSchedule).one(id)
  if (phaseOf(row) !== 'closed') refuse('early', { name: row.name })
  const lacking = await db.unscoped(testCandidate).all({ scheduleId: id, isPassed: false }) // of a test in the caller's scope; publishing keeps to it again
  const to = await accountsOf(
    db,
    lacking.map(c => c.studentId),
  )
  if (!to.size) refuse('nobody', { name: row.name })
  if (to.size > MOST) refuse('many', { n: to.size })
  if (Date.parse(endTime) <= Date.parse(beginTime)) throw refusalOf(testSchedule, 'window', { beginTime, endTime }, 'endTime')
  const { processType, xn, xqM, ownerDepartmentId, kind, intro, paperId, makeupPaperId, minutes, lateMinutes, stayMinutes, attempts: times, gapHours, scoring, passScore } = row
  const { showScore, showAnswers, watch: measures, leaveLimit, markerIds, isWelcomeStep, growthCategory, growthHours } = row
  const made = await db.insert(testSchedule, {
    ...{
      processType,
      xn,
      xqM,
      ownerDepartmentId,
      kind,
      intro,
      paperId: makeupPaperId ?? paperId,
      minutes,
      lateMinutes,
      stayMinutes,
      attempts: times,
      gapHours,
      scoring,
      passScore,
    },
    ...{ showScore, showAnswers, watch: measures, leaveLimit, markerIds, isWelcomeStep, growthCategory, growthHours },
    ...{ name, beginTime, endTime, copiedFrom: id, audience: { userIds: [...to.values()] }, ownerId: me.userId || null, teacherId: me.teacherId },
  })
  return { id: made.id, people: to.size }
})
export default [watch, ...attempts, grant, makeup]
