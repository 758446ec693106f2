import sql, { type Sql } from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { entityGroup } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'
import { processInstance } from '../../cases/model/instance.ts'
import { kindName } from '../../flows/server/api.ts'

const DAYS = 30
const LISTED_BY = 'workflow:processInstance:statistics'
const HOUR = 60
/** Between kind and node in a key; names of neither hold it. */
const BETWEEN = '\u001f'
const hours = (share: number): Sql => sql`round((percentile_cont(${share}::float8) within group (order by work_min))::numeric / ${HOUR}, 1)`
export default question({
  code: 'workflow.waiting',
  order: 70,
  title: '审批卡在哪里？',
  definition: '到当天为止近 30 天办完的审批，从到手到办完的工作小时，按环节和办理部门',
  says: '近 30 天办了 {done} 次审批，一半在 {median} 个工作小时内办完，九成在 {slow} 小时内。',
  listedBy: LISTED_BY,
  figures: [
    { code: 'median', label: '中位数', as: 'number', n: hours(0.5), unit: '小时' },
    { code: 'slow', label: '九成在此内', as: 'number', n: hours(0.9), unit: '小时' },
    { code: 'done', label: '办完', as: 'count', n: sql`count(*)` },
  ],
  rows: ({ db, day }) => {
    // whoever sees every case needs no look at each: PostgreSQL leaves this join out where nobody asks for the kind
    const cases = db.reachesAll(processInstance, LISTED_BY)
      ? sql`left join process_instance i on i.tenant_id = ${db.me.tenantId} and i.id = t.instance_id`
      : sql`join ${db.visibleFor(processInstance, LISTED_BY).rows()} i on i.id = t.instance_id`
    return sql`select t.work_min, i.process_type, t.node_name, u.department_id
    from process_task t ${cases}
      left join sys_user u on u.tenant_id = t.tenant_id and u.id = coalesce(t.acted_by, t.assignee_id)
    where t.tenant_id = ${db.me.tenantId} and t.state = 'done' and t.action in ('approve', 'reject', 'return', 'answer')
      and t.acted_at >= ((${day} - ${DAYS - 1}::int)::timestamp at time zone 'Asia/Shanghai') and t.acted_at < ((${day} + 1)::timestamp at time zone 'Asia/Shanghai')`
  },
  by: {
    node: {
      label: '环节',
      of: {
        key: sql`process_type || ${BETWEEN}::text || node_name`,
        labels: async () => key => {
          const [type = '', node = ''] = key.split(BETWEEN)
          return `${kindName(type)} · ${node}`
        },
        isOrdered: false,
        most: 50,
      },
    },
    office: { label: '办理部门', of: entityGroup(sql`department_id`, department) },
  },
  link: '/workflow/statistics',
  every: 'week',
})
