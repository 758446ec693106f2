import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { importRules, type RowFault } from '#server/spreadsheets/rules.ts'
import { lesson, lessonSection } from '../model/lesson.ts'
import { plainWeeks, weeksMeant } from '../model/lesson-weeks.ts'
import { stuClass } from '../model/organisation.ts'
import { calendarOf } from './calendar-book.ts'
import { asWritten, fail, type Patch } from './common.ts'
import { accountsOfTeachers } from './teacher-accounts.ts'

type Lesson = Partial<Row<typeof lesson>> & Record<string, unknown>
/** Validates a row on its own; weeks and classes are normalised, so that equal ones compare equal. */
function settle(l: Lesson): RowFault[] {
  if (Array.isArray(l.classIds)) l.classIds = [...new Set(l.classIds)].sort()
  const faults: RowFault[] = []
  if (typeof l.weeks === 'string') {
    if (weeksMeant(l.weeks)) l.weeks = plainWeeks(l.weeks)
    else faults.push({ field: 'weeks', rule: 'weeksForm', values: { weeks: l.weeks } })
  }
  if (l.sectionFrom && l.sectionTo && l.sectionTo < l.sectionFrom)
    faults.push({ field: 'sectionTo', rule: 'sectionsReversed', values: { sectionFrom: l.sectionFrom, sectionTo: l.sectionTo } })
  if (Array.isArray(l.classIds) && !l.classIds.length) faults.push({ field: 'classIds', rule: 'noClass' })
  return faults
}
async function check({ db }: Ctx, patch: Patch<typeof lesson>, before?: Row<typeof lesson>): Promise<void> {
  const written = asWritten<typeof lesson>(before, patch)
  const row = { ...written }
  for (const fault of settle(row)) fail(lesson, fault.rule, fault.values, fault.field)
  for (const name of ['weeks', 'classIds'] as const) if (name in patch) Object.assign(patch, { [name]: row[name] })
  const term = (await calendarOf(db)).terms.find(t => t.xn === row.xn && t.xqM === row.xqM)
  if (!term) return fail(lesson, 'termUnknown', { xn: row.xn, xqM: row.xqM }, 'xn')
  const last = weeksMeant(String(row.weeks))?.at(-1) ?? 0
  if (last > term.weeks) fail(lesson, 'weeksOutside', { termWeeks: term.weeks, last }, 'weeks')
  const classes = await db.cached(stuClass)
  if ((row.classIds ?? []).some(id => !classes.has(id))) fail(lesson, 'classUnknown', {}, 'classIds')
}
/** What is assigned to a teacher follows the timetable (`scope.ts`). */
async function reachChanged(db: Db, ...rows: ReadonlyArray<Row<typeof lesson>>): Promise<void> {
  const accounts = await accountsOfTeachers(db, [...new Set(rows.flatMap(r => r.teacherId ?? []))])
  if (accounts.size) await db.permissionsChanged([...accounts.values()])
}
/** Last week of a normalised weeks text: its largest number. */
const LAST_WEEK = sql`(select max(n[1]::int) from regexp_matches(s.weeks, '\\d+', 'g') n)`

async function checkSection({ db }: Ctx, patch: Patch<typeof lessonSection>, before?: Row<typeof lessonSection>): Promise<void> {
  const { no, begin = '', end = '', campusId, season } = asWritten<typeof lessonSection>(before, patch)
  if (end <= begin) fail(lessonSection, 'reversed', { no, begin, end }, 'end')
  const others = [...(await db.cached(lessonSection)).values()].filter(s => s.id !== before?.id && s.campusId === campusId && s.season === season)
  const hit = others.find(s => s.begin < end && begin < s.end)
  if (hit) fail(lessonSection, 'overlap', { no, begin, end, other: hit.no, from: hit.begin, to: hit.end }, 'begin')
}
export default [
  rules(lesson, {
    add: (ctx, draft) => check(ctx, draft),
    update: (ctx, row, patch) => check(ctx, patch, row),
    added: ({ db }, row) => reachChanged(db, row),
    updated: ({ db }, before, after) => reachChanged(db, before, after),
    removed: ({ db }, row) => reachChanged(db, row),
  }),
  rules(lessonSection, { add: (ctx, draft) => checkSection(ctx, draft), update: (ctx, row, patch) => checkSection(ctx, patch, row) }),
  importRules(lesson, {
    row: settle,
    written: db => db.permissionsChanged(),
    check: ({ rows }) => [
      sql`select s._row as row, 'xn' as field, 'termUnknown' as rule, jsonb_build_object('xn', s.xn, 'xqM', s.xq_m) as values
        from ${rows} s where not exists (select from term t where t.tenant_id = s.tenant_id and t.xn = s.xn and t.xq_m = s.xq_m)`,
      sql`select s._row as row, 'weeks' as field, 'weeksOutside' as rule, jsonb_build_object('termWeeks', t.weeks, 'last', ${LAST_WEEK}) as values
        from ${rows} s join term t on t.tenant_id = s.tenant_id and t.xn = s.xn and t.xq_m = s.xq_m where ${LAST_WEEK} > t.weeks`,
    ],
  }),
  compute(lesson, ['classNames'], async ({ db }, rows) => {
    const classes = await db.cached(stuClass)
    for (const row of rows) row.classNames = (row.classIds ?? []).flatMap(id => classes.get(id)?.name ?? []).join('、') || null
  }),
]
