import type { OutputOf } from '#model'
import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import { memoizeFor } from '#server/access/memoize.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { leaveBigScreen } from '../model/big-screen.ts'
import { KEPT_SECONDS, leaveScreen } from '../model/screen.ts'
import { decisions, personDays } from './screen-lately.ts'
import { awayByCollege, awayByPlace, awayByType, heads, inSchool } from './screen-now.ts'

const KEY = 'leave:leave:screen'

async function figuresNow(ctx: Ctx, least: number) {
  const { db } = ctx
  const at = new Date().toISOString()
  const pupils = await inSchool(db)
  return { at, ...(await heads(db, pupils)), byType: await awayByType(db, least), byPlace: await awayByPlace(db, least), byCollege: await awayByCollege(db, pupils) }
}
async function figuresLately({ db }: Ctx) {
  return { byDay: await personDays(db), ...(await decisions(db)) }
}
/** 20-DS1 to DS5: current and recent aggregates within the reader's scope. */
async function figures(ctx: Ctx): Promise<OutputOf<typeof leaveScreen>> {
  const { db, me } = ctx
  const least = await minCell(ctx)
  const now = await memoizeFor(me, KEY, `now ${least}`, KEPT_SECONDS.now, () => figuresNow(ctx, least))
  const lately = await memoizeFor(me, KEY, `lately ${today()}`, KEPT_SECONDS.lately, () => figuresLately(ctx))
  return {
    ...now,
    ...lately,
    least,
    isWhole: (me.permissions.get(KEY) ?? []).some(r => r.scope === 'all'),
    mayOpen: me.permissions.has('leave:leave:list'),
    weekNo: dayAt(await calendarOf(db), today())?.weekNo ?? null,
  }
}
export default [handle(leaveScreen, figures), computeMeasure(leaveBigScreen, figures)]
