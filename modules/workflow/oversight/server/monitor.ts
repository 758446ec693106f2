import sql, { type Sql } from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { INSTANCE_STATES, processInstance } from '../../cases/model/instance.ts'
import { kindName } from '../../flows/server/api.ts'
import { monitorCounts } from '../model/oversight.ts'

/** Instances of a type started in a date range, in the school's time zone. */
export interface Span {
  processType?: string | null
  from?: string | null
  to?: string | null
}
export const inSpan = ({ processType, from, to }: Span, column: Sql): Sql => sql`(${processType ?? null}::text is null or i.process_type = ${processType ?? null})
  and (${from ?? null}::date is null or ${column} >= (${from ?? null}::date)::timestamp at time zone 'Asia/Shanghai')
  and (${to ?? null}::date is null or ${column} < (${to ?? null}::date + 1)::timestamp at time zone 'Asia/Shanghai')`

type State = keyof typeof INSTANCE_STATES
interface AtNode {
  processType: string
  nodeName: string
  waiting: number
  overdue: number
  oldest: string | null
}
export default handle(monitorCounts, async ({ db, lang }, span) => {
  const seen = db.visible(processInstance).rows()
  const within = inSpan(span, sql`i.started_at`)
  const states = await db.query<{ state: State; count: number }>(sql`select i.state, count(*)::int as count from ${seen} i where ${within} group by i.state`)
  const nodes = await db.query<AtNode>(sql`
    select i.process_type as "processType", t.node_name as "nodeName", count(distinct i.id)::int as waiting, (count(distinct i.id) filter (where t.due_at < now()))::int as overdue, min(t.arrived_at) as oldest
    from process_task t join ${seen} i on i.id = t.instance_id
    where t.tenant_id = ${db.me.tenantId} and t.state = 'todo' and i.state = 'pending' and ${within} group by i.process_type, t.node_name order by waiting desc`)
  const counts = new Map(states.map(s => [s.state, s.count]))
  return {
    states: (Object.keys(INSTANCE_STATES) as State[]).map(state => ({ state, count: counts.get(state) ?? 0 })),
    nodes: nodes.map(n => ({ ...n, processTypeName: translate(lang, kindName(n.processType)) })),
  }
})
