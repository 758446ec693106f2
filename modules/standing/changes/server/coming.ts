import sql from 'sql-template-tag'
import { addMonths } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { comingChanges } from '../model/actions.ts'
import { statusChange } from '../model/status-change.ts'

const MONTHS = 3
const MOST = 1000
interface Coming {
  date: string
  id: string
  name: string
  className: string | null
  typeName: string
  what: 'effect' | 'end' | 'filing'
  problem: string | null
}
/** By day what takes effect, overdue ones first, and which periods end. */
export default handle(comingChanges, async ({ db }, { months }) => {
  const [on, last] = [today(), addMonths(today(), months ?? MONTHS)]
  const rows = await db.query<Coming>(sql`select x.date::text, x.id, s.name, k.name as "className", y.name as "typeName", x.what, x.problem
    from (select c.*, c.effective_date as date, 'effect' as what from ${db.visible(statusChange).rows()} c where c.effect_state = 'scheduled' and c.effective_date <= ${last}::date
      union all select c.*, c.until as date, 'end' as what from ${db.visible(statusChange).rows()} c where c.period = 'running' and c.until between ${on}::date and ${last}::date
      union all select c.*, c.filing_due_at::date as date, 'filing' as what from ${db.visible(statusChange).rows()} c where c.filed_on is null and c.filing_due_at <= ${last}::date) x
    join student s on s.tenant_id = x.tenant_id and s.id = x.student_id join change_type y on y.tenant_id = x.tenant_id and y.id = x.type_id
      left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
    order by x.date, s.name, x.id limit ${MOST}`)
  return [...Map.groupBy(rows, r => r.date)].map(([date, changes]) => ({ date, changes: changes.map(({ date: _, ...change }) => change) }))
})
