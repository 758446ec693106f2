import { WEEKDAYS } from '#model/week.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { calendarDay, schoolYear, term } from '../model/calendar.ts'
import { lastTeachingDay, plainDay, type TermSpan, termTitle, yearsOf } from '../model/calendar-rules.ts'
import { addDays, weekdayOf } from '../model/days.ts'
import { calendarOf, type FullTerm, type SchoolYear, type Term, yearHolding } from './calendar-book.ts'
import { asWritten, fail, type Patch } from './common.ts'
import { settingsOf } from './settings.ts'

async function checkYear({ db }: Ctx, patch: Patch<typeof schoolYear>, before?: SchoolYear): Promise<void> {
  const row = asWritten<typeof schoolYear>(before, patch)
  const { xn = '', startDate = '', endDate = '' } = row
  if (!yearsOf(xn)) fail(schoolYear, 'xnForm', { xn }, 'xn')
  if (endDate <= startDate) fail(schoolYear, 'spanReversed', { startDate, endDate }, 'endDate')
  const { years, terms } = await calendarOf(db)
  const other = years.find(y => y.id !== before?.id && y.startDate <= endDate && startDate <= y.endDate)
  if (other) fail(schoolYear, 'overlap', { other: other.xn, from: other.startDate, to: other.endDate }, 'startDate')
  const outside = terms.find(t => t.xn === xn && (t.startDate < startDate || t.endDate > endDate))
  if (outside) fail(schoolYear, 'termOutside', { term: outside.name, from: outside.startDate, to: outside.endDate }, 'startDate')
}
/** Fills derived fields: name, and the switch date a week before the start. */
function complete(row: Patch<typeof term>, patch: Patch<typeof term>): void {
  if (!row.name) patch.name = termTitle(row.xn ?? '', row.xqM ?? '')
  if (!row.switchDate) patch.switchDate = addDays(row.startDate ?? '', -7)
}
async function checkTerm(ctx: Ctx, patch: Patch<typeof term>, before?: Term): Promise<void> {
  complete(asWritten<typeof term>(before, patch), patch)
  const row = asWritten<typeof term>(before, patch) as FullTerm
  const { xn, startDate, endDate } = row
  const book = await calendarOf(ctx.db)
  const others = book.terms.filter(t => t.id !== before?.id)
  if (endDate <= startDate) fail(term, 'spanReversed', { startDate, endDate }, 'endDate')
  const year = book.years.find(y => y.xn === xn)
  if (!year) return fail(term, 'yearUnknown', { xn }, 'xn')
  if (startDate < year.startDate || endDate > year.endDate) fail(term, 'outsideYear', { startDate, endDate, xn, from: year.startDate, to: year.endDate }, 'startDate')
  const other = others.find(t => t.startDate <= endDate && startDate <= t.endDate)
  if (other) fail(term, 'overlap', { other: other.name, from: other.startDate, to: other.endDate }, 'startDate')
  await checkWeeks(ctx, row)
  checkSwitch(row, others)
  if (row.registerFrom && row.registerTo && row.registerTo < row.registerFrom)
    fail(term, 'registerReversed', { registerFrom: row.registerFrom, registerTo: row.registerTo }, 'registerTo')
}
async function checkWeeks(ctx: Ctx, row: TermSpan): Promise<void> {
  const { week1Start, startDate, endDate, weeks } = row
  const first = (await settingsOf(ctx.db))['calendar.weekStart']
  if (weekdayOf(week1Start) !== first) fail(term, 'week1Weekday', { label: WEEKDAYS[first - 1], week1Start }, 'week1Start')
  if (week1Start < addDays(startDate, -7) || week1Start > endDate) fail(term, 'week1Outside', { week1Start }, 'week1Start')
  const lastDay = lastTeachingDay(row)
  if (lastDay > addDays(endDate, 6)) fail(term, 'weeksOutside', { week1Start, weeks, lastDay, endDate }, 'weeks')
}
/** Switch dates must be in the order of the terms, so that the current term never goes back. */
function checkSwitch(row: TermSpan, others: readonly FullTerm[]): void {
  const after = others.filter(t => t.startDate < row.startDate).at(-1)
  const before = others.find(t => t.startDate > row.startDate)
  if ((after && row.switchDate <= after.switchDate) || (before && row.switchDate >= before.switchDate))
    fail(term, 'switchOrder', { switchDate: row.switchDate, after: after?.switchDate ?? '—', before: before?.switchDate ?? '—' }, 'switchDate')
}
/** Updates term, week and year of stored days after a change of terms; marks set by the school stay. */
export async function rederive(db: Db): Promise<void> {
  const book = await calendarOf(db)
  const moved = [...book.days.values()].flatMap(day => {
    const year = yearHolding(book.years, day.date)
    if (!year) return []
    const { xn, xqM, weekNo } = plainDay(year, book.terms, day.date)
    return xn === day.xn && xqM === day.xqM && weekNo === day.weekNo ? [] : [{ id: day.id, xn, xqM, weekNo }]
  })
  await db.updateMany(calendarDay, moved, { history: false }) // the change of terms has the history
}
export function checkDay(date: string, dayType: unknown, asWeekday: unknown, refuse: (key: 'asWeekdayMissing' | 'asWeekdayOnlyMakeup', date: string) => never): void {
  if (dayType === 'makeup' && !asWeekday) refuse('asWeekdayMissing', date)
  if (dayType !== 'makeup' && asWeekday) refuse('asWeekdayOnlyMakeup', date)
}
const told = (day: { dayType?: string; asWeekday?: number | null; name?: string | null }) => ({ dayType: day.dayType, asWeekday: day.asWeekday ?? null, name: day.name ?? null })

export default [
  rules(schoolYear, {
    add: (ctx, draft) => checkYear(ctx, draft),
    update: (ctx, row, patch) => checkYear(ctx, patch, row),
    updated: ({ db }) => rederive(db),
  }),
  rules(term, {
    add: (ctx, draft) => checkTerm(ctx, draft),
    update: (ctx, row, patch) => checkTerm(ctx, patch, row),
    added: ({ db }) => rederive(db),
    updated: ({ db }) => rederive(db),
    removed: ({ db }) => rederive(db),
  }),
  rules(calendarDay, {
    async add({ db }, draft) {
      const book = await calendarOf(db)
      const date = draft.date ?? ''
      const year = yearHolding(book.years, date)
      if (!year) return fail(calendarDay, 'outsideTerms', { date }, 'date')
      checkDay(date, draft.dayType, draft.asWeekday, key => fail(calendarDay, key, { date }, 'asWeekday'))
      const { xn, xqM, weekNo } = plainDay(year, book.terms, date)
      Object.assign(draft, { xn, xqM, weekNo })
    },
    /** BC4: past terms can only be changed with a reason. */
    async update(_ctx, row, patch) {
      const after = asWritten<typeof calendarDay>(row, patch)
      checkDay(row.date, after.dayType, after.asWeekday, key => fail(calendarDay, key, { date: row.date }, 'asWeekday'))
      const changes = (['dayType', 'asWeekday', 'name'] as const).some(name => name in patch && (patch[name] ?? null) !== row[name])
      if (changes && row.date < today() && !patch.reason) fail(calendarDay, 'pastReason', { date: row.date }, 'reason')
    },
    async updated({ db }, before, after) {
      if (JSON.stringify(told(before)) !== JSON.stringify(told(after)))
        await db.emit('campus.calendarChanged', { dates: [after.date], before: [told(before)], after: [told(after)] })
    },
  }),
]
