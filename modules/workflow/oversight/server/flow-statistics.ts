import sql, { type Sql } from 'sql-template-tag'
import type { InputOf } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { processInstance } from '../../cases/model/instance.ts'
import { kindName } from '../../flows/server/api.ts'
import { exportFlowStatistics, flowReasons, flowStatistics } from '../model/oversight.ts'
import { inSpan } from './monitor.ts'

interface Line {
  processType: string | null
  name: string
  count: number
  medianMin: number
  p90Min: number
  returned: number
  rejected: number
  overdue: number
}
type By = 'node' | 'department' | 'person'
/** Group keys of the statistics: the kind of application where the line is a step, and the name. */
const GROUPS: Readonly<Record<By, { type: Sql; name: Sql }>> = {
  node: { type: sql`i.process_type`, name: sql`t.node_name` },
  department: { type: sql`null::text`, name: sql`coalesce(d.name, '—')` },
  person: { type: sql`null::text`, name: sql`u.nick_name || '（' || u.account_no || '）'` },
}
/** 10: median and p90 of working time by step, office or person, for decisions in a date range. */
async function linesOf({ db, lang }: Pick<Ctx, 'db' | 'lang'>, { by, ...span }: InputOf<typeof flowStatistics>) {
  const { type, name } = GROUPS[by]
  const lines = await db.query<Line>(sql`
    select ${type} as "processType", ${name} as name, count(*)::int as count, coalesce(round(percentile_cont(0.5) within group (order by t.work_min))::int, 0) as "medianMin",
      coalesce(round(percentile_cont(0.9) within group (order by t.work_min))::int, 0) as "p90Min", (count(*) filter (where t.action = 'return'))::int as returned,
      (count(*) filter (where t.action = 'reject'))::int as rejected, (count(*) filter (where t.acted_at > t.due_at))::int as overdue
    from process_task t join ${db.visible(processInstance).rows()} i on i.id = t.instance_id
    left join sys_user u on u.tenant_id = t.tenant_id and u.id = coalesce(t.acted_by, t.assignee_id) left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where t.tenant_id = ${db.me.tenantId} and t.state = 'done' and t.action in ('approve', 'reject', 'return', 'answer') and ${inSpan(span, sql`t.acted_at`)}
    group by 1, 2 order by count desc, name limit 500`)
  return lines.map(({ processType, name: label, ...rest }) => ({ ...rest, label: processType ? `${translate(lang, kindName(processType))} · ${translate(lang, label)}` : label }))
}
const HEADS = { label: '名称', count: '已办', medianMin: '用时中位数（分钟）', p90Min: '90% 以内（分钟）', returned: '退回', rejected: '驳回', overdue: '逾期' } as const
const NAMES = Object.keys(HEADS) as Array<keyof typeof HEADS>
const sheet = handle(exportFlowStatistics, async (ctx, input) => {
  const lines = await linesOf(ctx, input)
  if (!lines.length) ctx.refuse('empty')
  return sheetAnswer({
    name: translate(ctx.lang, '流程统计'),
    columns: NAMES.map(name => ({ title: translate(ctx.lang, HEADS[name]), kind: name === 'label' ? ('text' as const) : ('number' as const) })),
    rows: [lines.map(line => NAMES.map(name => line[name]))],
  })
})
interface Reason {
  action: 'return' | 'reject'
  opinion: string
  count: number
  processType: string
}
const reasons = handle(flowReasons, async ({ db, lang }, span) => {
  const found = await db.query<Reason>(sql`select l.action, btrim(l.opinion) as opinion, count(*)::int as count, i.process_type as "processType"
    from process_log l join ${db.visible(processInstance).rows()} i on i.id = l.instance_id
    where l.tenant_id = ${db.me.tenantId} and l.action in ('return', 'reject') and btrim(l.opinion) <> '' and ${inSpan(span, sql`l.at`)}
    group by l.action, btrim(l.opinion), i.process_type order by count desc, opinion limit 100`)
  return found.map(({ processType, ...rest }) => ({ ...rest, processTypeName: translate(lang, kindName(processType)) }))
})
export default [handle(flowStatistics, linesOf), sheet, reasons]
