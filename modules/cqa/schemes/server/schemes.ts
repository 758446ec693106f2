import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isOnDay } from '#modules/student/server/api.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { extendStages, uncoveredStudents } from '../model/actions.ts'
import { cqaIndex } from '../model/index-row.ts'
import { cqaPointRule } from '../model/point-rule.ts'
import { cqaScheme, ENDS, LEAST_NOTICE, STAGES, type Stage } from '../model/scheme.ts'
import type { Scheme } from './api.ts'
import { indexesOf, mustBePublishable } from './trees.ts'

type Patch = Partial<Scheme> & Record<string, unknown>
const WINDOWS = ['beginTime', 'selfUntil', 'groupUntil', 'fdyUntil', 'endTime'] as const
const label = (field: (typeof WINDOWS)[number]) => ({ text: field === 'endTime' ? '学院确认到' : cqaScheme.fields[field].label })
const at = (time: string | null | undefined): number => Date.parse(time ?? '')
/** Stages follow one another without overlap. */
function checkOrder(of: Patch): void {
  WINDOWS.forEach((field, n) => {
    const before = WINDOWS[n - 1]
    if (before && at(of[field]) <= at(of[before])) throw refusalOf(cqaScheme, 'order', { what: label(field), before: label(before), time: schoolTimeText(of[before] ?? '') }, field)
  })
}
function check(of: Patch): void {
  checkOrder(of)
  if ((of.evidenceTo ?? '') < (of.evidenceFrom ?? '')) throw refusalOf(cqaScheme, 'evidence', { from: of.evidenceFrom, to: of.evidenceTo }, 'evidenceTo')
  if (typeof of.noticeWorkdays === 'number' && of.noticeWorkdays < LEAST_NOTICE) throw refusalOf(cqaScheme, 'notice', { least: LEAST_NOTICE }, 'noticeWorkdays')
}
const records = rules(cqaScheme, {
  async add(_ctx, draft) {
    check(draft)
  },
  async update(_ctx, row, patch: Patch) {
    if (row.state !== 'draft') throw refusalOf(cqaScheme, 'frozen', { name: row.name })
    check({ ...row, ...patch })
  },
  async remove({ db }, row) {
    const all = await indexesOf(db, row.id)
    if (!all.length) return
    await db.removeWhere(cqaPointRule, { indexId: all.map(i => i.id) })
    await db.removeWhere(cqaIndex, { schemeId: row.id })
  },
})
/** 50-CQ1, 50-CQ10: what a scheme needs before it is published, besides its students. */
export async function mustBeWhole(db: Db, scheme: Scheme): Promise<void> {
  if (!scheme.xn) throw refusalOf(cqaScheme, 'noYear', { name: scheme.name }, 'xn')
  check(scheme)
  const all = await indexesOf(db, scheme.id)
  mustBePublishable(all)
  const unknown = (scheme.tieBreakers ?? []).find(code => !all.some(i => i.code === code))
  if (unknown) throw refusalOf(cqaScheme, 'tie', { code: unknown }, 'tieBreakers')
}
/** A stage whose end moves, and those after it, are reminded of once more. */
function remindedBefore(row: Scheme, given: Readonly<Record<string, string>>): Stage | null {
  const stages = Object.keys(STAGES) as Stage[]
  const moved = stages.findIndex(stage => at(given[ENDS[stage]]) !== at(row[ENDS[stage]]))
  const reminded = row.remindedStage ? stages.indexOf(row.remindedStage) : -1
  return stages[Math.min(reminded, moved - 1)] ?? null
}
const extend = handle(extendStages, async ({ db, refuse }, { id, reason, ...ends }) => {
  const row = await db.visible(cqaScheme).lock(id)
  mustAllow(cqaScheme, { ...row, state: row.stage }, 'extendStages')
  const given: Record<string, string> = ends
  const earlier = WINDOWS.find(field => field !== 'beginTime' && at(given[field]) < at(row[field]))
  if (earlier) refuse('earlier', { what: label(earlier), was: schoolTimeText(row[earlier]) }, earlier)
  if (WINDOWS.every(field => field === 'beginTime' || at(given[field]) === at(row[field]))) refuse('unchanged')
  checkOrder({ ...row, ...ends })
  await db.update(cqaScheme, id, { ...ends, stateNote: reason, remindedStage: remindedBefore(row, given) })
})
interface Uncovered {
  id: string | null
  name: string | null
  count: number
}
const uncovered = handle(uncoveredStudents, async ({ db }, { id }) => {
  const { evidenceFrom: from, evidenceTo: to, snapshotOn } = await db.visible(cqaScheme).one(id)
  const rows = await db.query<Uncovered>(sql`select c.id, c.name, count(*)::int as count from student s
      join class_history h on h.tenant_id = s.tenant_id and h.student_id = s.id and ${isOnDay(sql`${snapshotOn}::date`)}
      left join stu_class c on c.tenant_id = s.tenant_id and c.id = h.class_id
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and not exists (select from cqa_sheet t join cqa_scheme m on m.tenant_id = t.tenant_id and m.id = t.scheme_id
        where t.tenant_id = s.tenant_id and t.student_id = s.id and m.state <> 'cancelled' and m.evidence_from <= ${to}::date and m.evidence_to >= ${from}::date)
    group by 1, 2 order by 2`)
  return { count: rows.reduce((sum, r) => sum + r.count, 0), from, to, classes: rows.map(r => ({ ...r, name: r.name ?? '—' })) }
})
export default [records, extend, uncovered]
