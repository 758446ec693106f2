import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { phraseOf, phraseValues } from '#server/i18n/wording.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { changeMany } from '../../places/server/api.ts'
import { dormChange } from '../model/dorm-change.ts'
import { expireChanges, lockChanges, NOT_CONFIRMED } from './end-changes.ts'
import { carryOutChanges, judgeChanges } from './execute.ts'
import { isLasting } from './move.ts'
import { tellHoldEnds, tellStuck } from './notify.ts'
import { settingsOf } from './settings.ts'
import type { Change } from './validate.ts'

const iso = (at: number): string => new Date(at).toISOString()
const acting = (db: Db): Pick<Ctx, 'db' | 'me' | 'lang'> => ({ db, me: db.me, lang: 'zh-cn' })

/** 20-DM2: expires swap requests not accepted in time. */
export async function endUnanswered(db: Db, now = Date.now()): Promise<number> {
  const rows = await lockChanges(db, sql`state = 'waitingPeer' and peer_until <= ${iso(now)}`)
  for (const row of rows) await expireChanges(acting(db), row, { text: NOT_CONFIRMED })
  return rows.length
}
/** Warns once, a day before a hold ends. */
export async function warnHolds(db: Db, now = Date.now()): Promise<number> {
  const rows = await lockChanges(db, sql`state in ('pending', 'returned') and hold_told_at is null and hold_until between ${iso(now)} and ${iso(now + DAY_MS)}`)
  if (!rows.length) return 0
  await changeMany(db, dormChange, rows, { holdToldAt: iso(now) })
  await tellHoldEnds(db, rows)
  return rows.length
}
/** 20-DM3: executes due changes. Blocked ones are retried for as long as a hold may last; impossible ones are ended. */
export async function executeDue(db: Db): Promise<number> {
  const rows = await lockChanges(db, sql`state = 'approved' and effective_date <= ${today()}::date`)
  if (!rows.length) return 0
  const { known, against } = await judgeChanges(db, rows)
  const reasonOf = (row: Change): Phrase => phraseOf(against.get(row.id) ?? [])
  const free = rows.filter(r => !against.get(r.id)?.length)
  await carryOutChanges(acting(db), free, known)
  const last = addDays(today(), -(await settingsOf(db)).changeHoldDays)
  const hindered = rows.filter(r => !free.includes(r))
  const over = hindered.filter(r => isLasting(against.get(r.id) ?? []) || r.effectiveDate < last)
  for (const row of over) await expireChanges(acting(db), row, reasonOf(row))
  const waiting = hindered.filter(r => !over.includes(r) && r.problem === null)
  for (const row of waiting) await db.update(dormChange, row.id, phraseValues(row, 'problem', reasonOf(row), 300))
  await tellStuck(
    db,
    waiting.map(row => ({ row, reason: reasonOf(row) })),
  )
  return rows.length
}
/** Every ten minutes: executes due changes, warns of expiring holds, expires unanswered swaps. */
export default scheduledJob(
  'dormitory.changeClock',
  '调宿执行、占位和确认到期',
  '*/10 * * * *',
  async db => (await executeDue(db)) + (await warnHolds(db)) + (await endUnanswered(db)),
  {
    due: `select from dorm_change where tenant_id = $1 and ((state = 'waitingPeer' and peer_until <= now()) or (state = 'approved' and effective_date <= current_date)
      or (state in ('pending', 'returned') and hold_told_at is null and hold_until <= now() + interval '1 day'))`,
  },
)
