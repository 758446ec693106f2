import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { testAttempt, testCandidate } from '../model/attempt.ts'
import { type Extension, testExtension } from '../model/extension.ts'
import { TEST_MESSAGES } from '../model/messages.ts'
import { testSchedule } from '../model/schedule.ts'
import * as act from '../model/staff-actions.ts'
import { aboutTest } from './about.ts'
import { settingsOf } from './settings.ts'

/** A single candidate whose device failed is no outage, however few sit. */
const LEAST_LOST = 2
const MOST_MINUTES = 120
const ofTest = async (db: Db, scheduleId: string): Promise<Extension[]> => (await db.unscoped(testExtension).all({ scheduleId })).toSorted((a, b) => a.no - b.no) // the callers see candidates of the test
/** What was given so far, the first one first. */
export async function extensionsOf(db: Db, scheduleId: string) {
  const rows = await ofTest(db, scheduleId)
  const nameOf = await accountNamer(
    db,
    rows.flatMap(r => r.byId ?? []),
  )
  return rows.map(({ no, at, minutes, reason, people, byId }) => ({ no, at, minutes, reason, people, by: byId && nameOf(byId) }))
}
/**
 * 60-OT15: who of the caller's candidates is still lost, by the last sign of each: where more than so many of those who sit were lost within one minute, as many minutes
 * as have gone by since, less what all were given in that time. Without an outage, or where enough was given, nothing.
 */
export async function suggestedMinutes(db: Db, scheduleId: string, running: number): Promise<number | null> {
  const { offlineSeconds, outagePercent } = await settingsOf(db)
  const candidates = db.visibleFor(testCandidate, act.watchTest.permission)
  const [worst] = await db.query<{
    since: string
    lost: number
    minutes: number
  }>(sql`select w.since::text as since, w.lost::int as lost, ceil(extract(epoch from now() - w.since) / 60)::int as minutes
    from (select r.seen_at as since, count(*) over (order by r.seen_at range between current row and interval '60 seconds' following) as lost
      from ${candidates.rows()} c join test_attempt r on r.tenant_id = c.tenant_id and r.schedule_id = c.schedule_id and r.student_id = c.student_id and r.state = 'running'
      where c.schedule_id = ${scheduleId} and r.seen_at < now() - make_interval(secs => ${offlineSeconds}::int)) w
    order by w.lost desc, w.since limit 1`)
  if (!worst || worst.lost < LEAST_LOST || worst.lost * 100 <= running * outagePercent) return null
  const since = Date.parse(worst.since)
  const given = (await ofTest(db, scheduleId)).reduce((sum, e) => sum + (Date.parse(e.at) >= since ? e.minutes : 0), 0)
  const left = Math.min(worst.minutes - given, MOST_MINUTES)
  return left > 0 ? left : null
}
/** Minutes for running attempts; each candidate is told, and the history of each row keeps who gave them and why. */
async function extend(db: Db, scheduleId: string, ids: readonly string[], n: number, reason: string): Promise<number> {
  const moved = await db.updateWhere(
    testAttempt,
    { id: [...ids], state: 'running' },
    { extraMinutes: sql`t.extra_minutes + ${n}::int`, deadlineAt: sql`t.deadline_at + make_interval(mins => ${n}::int)`, extendReason: reason },
    { returning: ['studentId'] },
  )
  for (const { id } of moved) db.logged(testAttempt, id, { reason, minutes: n }, 'extend')
  const to = await accountsOf(
    db,
    moved.map(a => a.studentId),
  )
  const row = await db.unscoped(testSchedule).one(scheduleId) // of attempts in the caller's scope
  await notifyAbout(db, TEST_MESSAGES.extended, aboutTest, [{ row, to: [...to.values()], more: { n, reason } }])
  return moved.length
}
export default [
  /** 60-OT15: for everybody in the caller's scope. The number is won by one of two at once; the other reads who was first. */
  handle(act.extendAttempts, async ({ db, me, refuse }, { id, minutes, reason, known }) => {
    const running = await db.visible(testAttempt).all({ scheduleId: id, state: 'running' })
    if (!running.length) refuse('nobody')
    const at = new Date().toISOString()
    const last = (await ofTest(db, id)).at(-1)
    const draft = { scheduleId: id, no: known + 1, minutes, reason, people: running.length, at, byId: me.userId || null }
    const isFirst = (last?.no ?? 0) === known && (await db.insertMany(testExtension, [draft], { skipExisting: true })) > 0
    if (!isFirst) {
      const other = (await extensionsOf(db, id)).at(-1)
      refuse('again', { by: other?.by ?? '', at: schoolTimeText(other?.at ?? at), n: other?.minutes ?? 0, reason: other?.reason ?? '' })
    }
    const ids = running.map(a => a.id)
    return { extended: await extend(db, id, ids, minutes, reason) }
  }),
  handle(act.extendAttempt, async ({ db }, { id, minutes, reason }) => {
    const row = await db.visible(testAttempt).lock(id, 'extend')
    await extend(db, row.scheduleId, [id], minutes, reason)
  }),
]
