import sql, { join, type Sql } from 'sql-template-tag'
import { type InputOf, type Phrase, pageOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { translate } from '#server/i18n/translate.ts'
import { type INSTANCE_STATES, processInstance } from '../../cases/model/instance.ts'
import { stepsText, titleText } from '../../cases/server/api.ts'
import { kindName } from '../../flows/server/api.ts'
import { searchCases } from '../model/oversight.ts'
import { inSpan } from './monitor.ts'

type Input = InputOf<typeof searchCases>
interface CaseHit {
  id: string
  processType: string
  defName: string
  defNo: number
  title: string
  phrase: Phrase | null
  applicantName: string | null
  state: keyof typeof INSTANCE_STATES
  currentNodes: string | null
  waitsFor: string | null
  waitsSince: string | null
  dueAt: string | null
  startedAt: string
  endedAt: string | null
}
/** SQL: the instance has a task, open or done, that matches this condition. */
const hasTask = (db: Db, is: Sql): Sql => sql`exists (select from process_task t where t.tenant_id = ${db.me.tenantId} and t.instance_id = i.id and ${is})`

function conditions(db: Db, asked: Input): Sql {
  const all = [inSpan(asked, sql`i.started_at`)]
  const { state, keyword, approverId, nodeName, waitingHours } = asked
  if (state) all.push(sql`i.state = ${state}`)
  if (keyword)
    all.push(sql`(i.title ilike ${likePattern(keyword)} or i.applicant_name ilike ${likePattern(keyword)} or i.biz_id = ${keyword} or i.id::text = ${keyword}
      or i.applicant_id in (select u.id from sys_user u where u.tenant_id = ${db.me.tenantId} and u.account_no = ${keyword}))`)
  if (approverId) all.push(hasTask(db, sql`t.state <> 'cancelled' and (t.assignee_id = ${approverId} or t.acted_by = ${approverId})`))
  if (nodeName) all.push(hasTask(db, sql`t.state in ('todo', 'delegated', 'waiting') and t.node_name = ${nodeName}`))
  if (waitingHours) all.push(sql`i.state = 'pending' and ${hasTask(db, sql`t.state = 'todo' and t.arrived_at < now() - make_interval(hours => ${waitingHours})`)}`)
  return join(all, ' and ')
}
/** Running and ended instances within the reader's scope, filtered by approver and current step; newest first. */
export default handle(searchCases, async ({ db, lang }, asked) => {
  const [current, size] = [asked.current ?? 1, asked.size ?? 20]
  const seen = sql`${db.visible(processInstance).rows()} i where ${conditions(db, asked)}`
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total from ${seen}`)
  const rows = await db.query<CaseHit>(sql`
    with page as (select i.* from ${seen} order by i.started_at desc, i.id limit ${size} offset ${(current - 1) * size})
    select i.id, i.process_type as "processType", d.name as "defName", v.no as "defNo", i.title, i.form_snapshot->'title' as phrase, i.applicant_name as "applicantName", i.state, i.current_nodes as "currentNodes",
      i.waits_for as "waitsFor", o.since as "waitsSince", o.due as "dueAt", i.started_at as "startedAt", i.ended_at as "endedAt"
    from page i join process_def d on d.tenant_id = ${db.me.tenantId} and d.id = i.def_id join process_version v on v.tenant_id = ${db.me.tenantId} and v.id = i.def_version_id
    left join lateral (select min(t.arrived_at) as since, min(t.due_at) as due from process_task t where t.tenant_id = ${db.me.tenantId} and t.instance_id = i.id and t.state = 'todo') o on true
    order by i.started_at desc, i.id`)
  const total = counted?.total ?? 0
  const result = rows.map(({ phrase, processType, ...r }) => ({
    ...r,
    title: titleText(lang, { title: r.title, phrase }),
    currentNodes: r.currentNodes && stepsText(lang, r.currentNodes),
    processTypeName: translate(lang, kindName(processType)),
  }))
  return { result, page: pageOf(total, current, size) }
})
