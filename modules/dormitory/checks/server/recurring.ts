import { Refusal } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { publishRound } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Period, periodOf } from '../model/period.ts'
import { checkTask, checkTaskActions } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import type { Scheme } from './tasks.ts'

/**
 * Creates tasks of schemes whose period has begun, in term only; a unique index prevents duplicates by concurrent processes. Those that cannot be published stay
 * drafts with the reason. Returns the number.
 */
export async function makeDue(db: Db, now = Date.now()): Promise<number> {
  const day = today(new Date(now))
  const { terms } = await calendarOf(db)
  if (terms.length && !terms.some(t => t.startDate <= day && day <= t.endDate)) return 0
  const schemes = await db.unscoped(checkScheme).all({ isEnabled: true, isAutomatic: true }) // scheduled job without a user: no data scope applies
  let made = 0
  for (const scheme of schemes) {
    if (scheme.cycle === 'none') continue
    const period = periodOf(scheme.cycle, day)
    if (now < Date.parse(endOf(period)) && (await makeOne(db, scheme, period, now))) made += 1
  }
  return made
}
const endOf = ({ to }: Period): string => schoolInstant(to, '22:00')
async function makeOne(db: Db, scheme: Scheme, period: Period, now: number): Promise<boolean> {
  try {
    return await db.tx(async tx => {
      const row = await draftOf(tx, scheme, period, now)
      if (row) await publishRound({ db: tx, me: tx.me, lang: 'zh-cn', ip: '', traceId: '' }, checkTask, checkTaskActions, row.id, true)
      return row !== undefined
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const stateNote = error.message.slice(0, 200)
    return db.tx(async tx => (await draftOf(tx, scheme, period, now, stateNote)) !== undefined)
  }
}
async function draftOf(db: Db, scheme: Scheme, period: Period, now: number, stateNote: string | null = null) {
  const term = currentOf(await calendarOf(db), today(new Date(now)))
  return db.insertOrSkip(checkTask, {
    processType: 'checkTask',
    name: `${scheme.name} ${period.name}`,
    xn: term?.xn ?? null,
    xqM: term?.xqM ?? null,
    beginTime: new Date(now).toISOString(),
    endTime: endOf(period),
    audience: scheme.checkers ?? {},
    schemeId: scheme.id,
    scopeKind: scheme.scopeKind,
    samplePercent: scheme.samplePercent,
    blind: scheme.blind,
    period: period.from,
    state: 'draft',
    stateNote,
  })
}
export default scheduledJob('dormitory.recurringChecks', '按周期派检查任务', '10 6 * * *', db => makeDue(db), { isWhole: false })
