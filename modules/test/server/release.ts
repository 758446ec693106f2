import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { testAttempt, testCandidate } from '../model/attempt.ts'
import { TEST_MESSAGES } from '../model/messages.ts'
import { testSchedule } from '../model/schedule.ts'
import { releaseResults } from '../model/staff-actions.ts'
import { aboutTest } from './about.ts'
import { keepFigures } from './item-figures.ts'
import type { Schedule } from './schedules.ts'
import { settle } from './settle.ts'

/** What still keeps results back. */
async function openIn(db: Db, scheduleId: string): Promise<{ running: number; unmarked: number }> {
  const [found] = await db.query<{
    running: number
    unmarked: number
  }>(sql`select count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'submitted')::int as unmarked
    from test_attempt where tenant_id = ${db.me.tenantId} and schedule_id = ${scheduleId}`)
  return found ?? { running: 0, unmarked: 0 }
}
/** 60-OT12: everybody's result at one moment, in the caller's transaction. */
export async function releaseAll(db: Db, row: Schedule): Promise<number> {
  const released = await db.update(testSchedule, row.id, { stage: 'released', releasedAt: new Date().toISOString() })
  await db.updateWhere(testAttempt, { scheduleId: row.id, state: 'marked' }, { state: 'released' }, { history: false })
  const candidates = (await db.unscoped(testCandidate).all({ scheduleId: row.id })).filter(c => c.used > 0) // of a test whose results are released
  const students = candidates.map(c => c.studentId)
  await settle(db, row.id, students)
  await keepFigures(db, row.id)
  await db.emitMany(
    'test.released',
    candidates.map(c => ({ scheduleId: row.id, studentId: c.studentId, score: c.score, isPassed: c.isPassed })),
  )
  if (row.showScore === 'afterEnd' || row.showScore === 'published')
    await notifyAbout(db, TEST_MESSAGES.released, aboutTest, [{ row: released, to: [...(await accountsOf(db, students)).values()] }])
  return candidates.length
}
export default handle(releaseResults, async ({ db }: Ctx, { id }) => {
  const row = await db.visible(testSchedule).lock(id, 'release')
  const { running, unmarked } = await openIn(db, id)
  if (running) throw refusalOf(releaseResults, 'running', { name: row.name, n: running })
  if (unmarked) throw refusalOf(releaseResults, 'unmarked', { name: row.name, n: unmarked })
  return { released: await releaseAll(db, row) }
})
