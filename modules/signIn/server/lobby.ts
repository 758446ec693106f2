import sql from 'sql-template-tag'
import { lobbyItems } from '#server/extensions/lobby-items.ts'

const MOST = 5
/** Sign-ins that are open and for the whole school; what is for some classes is nobody else's business. */
export default lobbyItems('signIn', async db => ({
  signIns: await db.query<{ title: string; to: string }>(sql`select t.name as title, o.closes_at as "to" from sign_occurrence o
    join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id and t.state = 'published' and t.audience in ('{"all": true}', '{"roles": ["student"]}')
    where o.tenant_id = ${db.me.tenantId} and o.state in ('planned', 'open') and o.opens_at <= now() and o.closes_at > now() order by o.closes_at, t.name limit ${MOST}`),
}))
