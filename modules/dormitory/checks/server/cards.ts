import sql from 'sql-template-tag'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { dormRoom } from '../../places/model/places.ts'
import type { CheckItem } from '../model/items.ts'
import { limitsOf } from '../model/parse-scheme.ts'
import { deviations } from '../model/rank.ts'
import { checkRecord, checkTask, checkWeek } from '../model/record.ts'
import { keyOf, type Mark, marksOf, outcomeOf } from '../model/score.ts'
import { checkBoard, recordCard, violationFromRecord, weekSummary } from '../model/staff-actions.ts'
import { violationType } from '../model/violation.ts'
import { occupantsIn } from './objections.ts'
import type { CheckRecord } from './score.ts'
import { settingsOf } from './settings.ts'
import { schemeOf } from './submit.ts'
import { draftViolations } from './violation.ts'

interface Named {
  id: string
  name: string
}
const studentNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await db.query<Named>(sql`select id, name from student where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[])`)).map(r => [r.id, r.name]))
const pointsOf = (items: readonly CheckItem[], { item, step, times }: Mark): number => (items.find(i => i.code === item)?.steps.find(s => s.name === step)?.points ?? 0) * times
const nameOf = (items: readonly CheckItem[], code: string): string => items.find(i => i.code === code)?.name ?? code

const card = handle(recordCard, async ({ db, me }, { id }) => {
  const row = await db.visible(checkRecord).one(id)
  const task = await db.unscoped(checkTask).one(row.taskId) // of a record in scope
  const { items } = await schemeOf(db, task)
  const room = await db.unscoped(dormRoom).one(row.roomId) // of a record in scope
  const { sheets } = row
  const names = await accountNames(
    db,
    sheets.map(s => s.by),
  )
  const people = await studentNames(
    db,
    occupantsIn(row).map(o => o.studentId),
  )
  const mayAnswer = row.objectionState === 'open' && !row.checkerIds?.includes(me.userId) && me.permissions.has('dormitory:checkRecord:answer')
  return {
    id,
    roomId: row.roomId,
    room: room.fullName ?? '',
    task: task.name,
    kind: row.kind,
    checkedAt: row.checkedAt,
    roomScore: row.roomScore,
    publicScore: row.publicScore,
    personalScore: row.personalScore,
    grade: row.grade,
    noOneIn: row.noOneIn,
    refused: row.refused,
    scored: row.itemScores,
    people: [...people].map(([studentId, name]) => ({ studentId, name })),
    sheets: sheets.map(s => ({ checker: names.get(s.by) ?? '—', at: s.at, note: s.note, noOneIn: s.noOneIn, refused: s.refused })),
    deductions: marksOf(sheets).map(m => ({
      key: keyOf(m),
      item: nameOf(items, m.item),
      step: m.step,
      who: m.studentId ? (people.get(m.studentId) ?? null) : null,
      points: pointsOf(items, m),
      isDropped: row.dropped?.includes(keyOf(m)) ?? false,
    })),
    photos: [...(row.photos ?? [])],
    objectionState: row.objectionState,
    objectionText: row.objectionText,
    objectionAnswer: row.objectionAnswer,
    mayAnswer,
  }
})
const draft = handle(violationFromRecord, async (ctx, { id, key }) => {
  const { db, refuse } = ctx
  const row = await db.visibleFor(checkRecord, 'dormitory:checkRecord:list').one(id)
  const mark = marksOf(row.sheets).find(m => keyOf(m) === key)
  if (!mark) return refuse('unknown', { key })
  const task = await db.unscoped(checkTask).one(row.taskId) // of a record in scope
  const item = (await schemeOf(db, task)).items.find(i => i.code === mark.item)
  const room = await db.unscoped(dormRoom).one(row.roomId) // of a record in scope
  const type = violationType.items.find(i => i.key === item?.violation)?.key ?? 'other'
  const details = ['检查发现', item?.name, mark.step].filter(Boolean).join(' ')
  const made = { studentId: mark.studentId, roomId: row.roomId, type, level: 'minor' as const, at: row.checkedAt, details, place: room.fullName, evidence: row.photos ?? [] }
  const [found] = await draftViolations(db, [{ ...made, sourceType: 'checkRecord', sourceId: id, sourceSeq: key }])
  if (!found) refuse('twice', { item: item?.name ?? '' })
  return { id: found ?? null }
})
interface Row {
  dormId: string
  name: string
  rooms: number
  done: number
  failed: number
  invalid: number
  mean: number | null
}
const dormsOf = (db: Db, taskId: string): Promise<Row[]> =>
  db.query<Row>(sql`select d.id as "dormId", d.full_name as name, count(*)::int as rooms, count(c.id)::int as done, count(*) filter (where c.grade = 'fail')::int as failed,
      count(*) filter (where not c.is_valid)::int as invalid, round(avg(c.room_score), 1)::float8 as mean
    from check_task_room x join dorm_building d on d.tenant_id = x.tenant_id and d.id = x.dorm_id
      left join check_record c on c.tenant_id = x.tenant_id and c.task_id = x.task_id and c.room_id = x.room_id
    where x.tenant_id = ${db.me.tenantId} and x.task_id = ${taskId} group by d.id, d.full_name order by d.full_name`)
const weighted = (rows: readonly Row[]): number | null => {
  const scored = rows.filter(r => r.mean !== null)
  const valid = scored.reduce((sum, r) => sum + r.done - r.invalid, 0)
  return valid ? Math.round((scored.reduce((sum, r) => sum + (r.mean ?? 0) * (r.done - r.invalid), 0) / valid) * 10) / 10 : null
}
/** 20-DI4: the score each checker alone would have given, so that lenient checkers are not masked by colleagues. */
async function checkersOf(db: Db, task: Parameters<typeof schemeOf>[1] & { id: string }) {
  const scheme = await schemeOf(db, task)
  const { checkVetoCap, checkDeviation } = await settingsOf(db)
  const rows = await db.query<Pick<CheckRecord, 'sheets' | 'itemScores'>>(
    sql`select sheets, item_scores as "itemScores" from check_record where tenant_id = ${db.me.tenantId} and task_id = ${task.id} and is_valid and not refused`,
  )
  const rules = { cap: checkVetoCap, limits: limitsOf(scheme.grades) }
  const scores = rows
    .flatMap(row => row.sheets.flatMap(s => ({ by: s.by, score: outcomeOf(scheme.items, occupantsIn(row), [s], rules).roomScore ?? Number.NaN })))
    .filter(s => !Number.isNaN(s.score))
  const names = await accountNames(
    db,
    scores.map(s => s.by),
  )
  const tenth = (n: number | null): number | null => (n === null ? null : Math.round(n * 10) / 10)
  return deviations(scores, checkDeviation)
    .map(c => ({ id: c.by, name: names.get(c.by) ?? '—', rooms: c.count, mean: tenth(c.mean), deviation: tenth(c.deviation), isFlagged: c.isFlagged }))
    .sort((a, b) => Number(b.isFlagged) - Number(a.isFlagged) || b.rooms - a.rooms)
}
const board = handle(checkBoard, async ({ db }, { id }) => {
  const task = await db.visible(checkTask).one(id)
  const dorms = await dormsOf(db, id)
  const sum = (of: 'rooms' | 'done' | 'failed' | 'invalid'): number => dorms.reduce((all, d) => all + d[of], 0)
  return {
    id,
    name: task.name,
    phase: phaseOf(task),
    rooms: sum('rooms') || task.roomCount,
    done: sum('done'),
    invalid: sum('invalid'),
    failed: sum('failed'),
    mean: weighted(dorms),
    dorms: dorms.map(({ dormId, invalid: _invalid, ...d }) => ({ id: dormId, ...d })),
    checkers: await checkersOf(db, task),
  }
})
const WEEKS = 20
const summary = handle(weekSummary, async ({ db }, { week: asked, level }) => {
  const visible = db.visible(checkWeek).rows()
  const wanted = level ?? 'room'
  const trend = await db.query<{ week: string; mean: number | null; rooms: number; checked: number; failed: number; at: string | null }>(sql`
    select w.week::text as week, round(avg(w.score), 2)::float8 as mean, count(*)::int as rooms, count(w.score)::int as checked, count(*) filter (where w.score < 60)::int as failed, max(w.published_at) as at
    from ${visible} w where w.level = ${wanted} group by w.week order by w.week desc limit ${WEEKS}`)
  const chosen = trend.find(t => t.week === asked) ?? trend[0]
  return {
    weeks: trend.map(t => t.week),
    week: chosen?.week ?? null,
    publishedAt: chosen?.at ? new Date(chosen.at).toISOString() : null,
    rooms: chosen?.rooms ?? 0,
    checked: chosen?.checked ?? 0,
    mean: chosen?.mean ?? null,
    failed: chosen?.failed ?? 0,
    trend: [...trend].reverse().map(({ week, mean }) => ({ week, mean })),
  }
})
export default [card, draft, board, summary]
