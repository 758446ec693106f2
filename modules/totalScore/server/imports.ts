import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { tsItem } from '../model/item.ts'
import { pointImport } from '../model/point-import.ts'
import { tsScheme } from '../model/scheme.ts'
import { periodFor } from './periods.ts'
import { type PointDraft, postPoints } from './post-points.ts'
import { signedAmount } from './signed-amount.ts'

const SOURCE = 'import'
/** Students of a portion are locked together. */
const PORTION = 5000
interface Line {
  refNo: string
  studentId: string
  itemId: string
  occurredOn: string
  points: number
  quantity: number | null
  reason: string | null
}
/** 加减分导入: a line counts once, by its number; caps are judged as for any other points (50-TS2). */
export default [
  importRules(pointImport, {
    check: stage => faults(stage),
    async written(db, { rows, userId }) {
      await mustHavePeriods(db, rows)
      const lines =
        await db.query<Line>(sql`select s.ref_no as "refNo", s.student_id as "studentId", s.item_id as "itemId", s.occurred_on::text as "occurredOn", s.points::float8 as points,
        s.quantity::float8 as quantity, s.reason from ${rows} s where s._new order by s.occurred_on, s.ref_no`)
      const items = await db.cached(tsItem)
      const drafts = lines.flatMap(({ refNo, points, quantity, itemId, ...line }): PointDraft[] => {
        const item = items.get(itemId)
        return item ? [{ ...line, item, amount: signedAmount(item, points, quantity), recorderId: userId || null, sourceType: SOURCE, sourceId: refNo, sourceSeq: 1 }] : []
      })
      for (let at = 0; at < drafts.length; at += PORTION) await postPoints(db, drafts.slice(at, at + PORTION), { tells: 'deductions' })
    },
  }),
  ...studentNumbers(pointImport),
]
/** Points of a day without a period would be posted nowhere. */
async function mustHavePeriods(db: Db, rows: Sql): Promise<void> {
  const used = await db.query<{ id: string; day: string }>(sql`select i.scheme_id as id, max(s.occurred_on)::text as day from ${rows} s
    join ts_item i on i.tenant_id = ${db.me.tenantId} and i.id = s.item_id where s._new group by 1`)
  const schemes = await db.cached(tsScheme)
  for (const { id, day } of used) {
    const scheme = schemes.get(id)
    if (scheme && !(await periodFor(db, scheme, day))) throw refusalOf(pointImport, 'noTerm', { scheme: scheme.name })
  }
}
function faults({ rows, tenantId }: Stage): Sql[] {
  const fault = (field: string, rule: string, values: Sql, where: Sql): Sql =>
    sql`select s._row as row, ${field} as field, ${rule} as rule, ${values} as values from ${rows} s join ts_item i on i.tenant_id = ${tenantId} and i.id = s.item_id
      join ts_scheme c on c.tenant_id = i.tenant_id and c.id = i.scheme_id join student t on t.tenant_id = ${tenantId} and t.id = s.student_id where s._new and ${where}`
  const item = sql`jsonb_build_object('item', i.name)`
  // a scheme is for its grades, and for its colleges with all below them
  const isInside = sql`(c.grade_from is null or t.grade >= c.grade_from) and (c.grade_to is null or t.grade <= c.grade_to) and (jsonb_array_length(coalesce(c.department_ids, '[]')) = 0 or exists (
    with recursive up as (select d.id, d.parent_id from department d where d.tenant_id = ${tenantId} and d.id = t.department_id
      union all select d.id, d.parent_id from department d join up on d.tenant_id = ${tenantId} and d.id = up.parent_id)
    select from up where c.department_ids ? up.id::text))`
  return [
    sql`select s._row as row, 'refNo' as field, 'imported' as rule, jsonb_build_object('no', s.ref_no) as values from ${rows} s where not s._new and s._changed`,
    fault('itemId', 'notImported', item, sql`(i.source <> ${SOURCE} or not i.is_enabled or c.state <> 'active')`),
    fault(
      'points',
      'range',
      sql`jsonb_build_object('item', i.name, 'min', trim_scale(i.points_min), 'max', trim_scale(i.points_max), 'points', trim_scale(s.points))`,
      sql`s.points not between i.points_min and i.points_max`,
    ),
    fault('quantity', 'quantity', item, sql`i.unit <> 'once' and s.quantity is null`),
    fault('reason', 'noReason', item, sql`i.direction = 'deduct' and coalesce(trim(s.reason), '') = ''`),
    fault('occurredOn', 'future', sql`jsonb_build_object('day', s.occurred_on)`, sql`s.occurred_on > ${today()}::date`),
    fault('occurredOn', 'early', sql`jsonb_build_object('name', t.name, 'enrolled', t.enrol_date, 'day', s.occurred_on)`, sql`s.occurred_on < t.enrol_date`),
    fault('studentId', 'notInScheme', sql`jsonb_build_object('name', t.name, 'scheme', c.name)`, sql`not (${isInside})`),
  ]
}
