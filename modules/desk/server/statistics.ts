import sql, { type Sql } from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { user } from '#modules/system/model/user.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { exportStatistics, todoStatistics } from '../model/todo.ts'
import { DUE } from './chosen-todos.ts'

type Load = OutputOf<typeof todoStatistics>
/** Workload per person within the reader's scope, longest overdue first. */
async function loads({ db, me }: Ctx, { by, bizType }: InputOf<typeof todoStatistics>): Promise<Load[]> {
  const isByPerson = by === 'person'
  const group: Sql = isByPerson ? sql`u.id, u.nick_name, u.department_id, d.name` : sql`u.department_id, d.name`
  return db.query<Load>(sql`select ${isByPerson ? sql`u.id` : sql`null::uuid`} as "userId", ${isByPerson ? sql`u.nick_name` : sql`null`} as "userName", u.department_id as "departmentId", d.name as "departmentName",
      count(*)::int as open, count(*) filter (where ${DUE.overdue})::int as overdue, count(*) filter (where ${DUE.today})::int as "dueToday", min(t.arrived_at) as oldest
    from todo t join ${db.visible(user).rows()} u on u.tenant_id = t.tenant_id and u.id = t.user_id left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where t.tenant_id = ${me.tenantId} and t.state = 'open' and t.kind <> 'reminder' ${bizType ? sql`and t.biz_type = ${bizType}` : sql``}
    group by ${group} order by overdue desc, open desc, 2, 4 limit 2000`)
}
const HEADS = ['办理人', '部门', '待办', '已逾期', '今天截止', '最早到达'] as const

export default [
  handle(todoStatistics, loads),
  handle(exportStatistics, async (ctx, input) => {
    const rows = await loads(ctx, input)
    if (!rows.length) ctx.refuse('empty')
    const heads = input.by === 'person' ? HEADS : HEADS.slice(1)
    const cells = rows.map(r => [r.userName, r.departmentName, r.open, r.overdue, r.dueToday, r.oldest && schoolTimeText(r.oldest)].slice(HEADS.length - heads.length))
    return sheetAnswer({
      name: translate(ctx.lang, '待办统计'),
      columns: heads.map(head => ({
        title: translate(ctx.lang, head),
        kind: head === '待办' || head === '已逾期' || head === '今天截止' ? ('number' as const) : ('text' as const),
      })),
      rows: [cells],
    })
  }),
]
