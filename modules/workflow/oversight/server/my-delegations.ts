import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { myDelegations } from '../model/oversight.ts'

/** 10-W15: who acts for the caller, and for whom the caller acts, now and later. */
export default handle(myDelegations, ({ db, me }) =>
  db.query<{ id: string; isMine: boolean; name: string; from: string; to: string }>(sql`
    select d.id, d.user_id = ${me.userId} as "isMine", u.nick_name as name, d."from", d."to" from delegation d
      join sys_user u on u.tenant_id = d.tenant_id and u.id = case when d.user_id = ${me.userId} then d.deputy_id else d.user_id end
    where d.tenant_id = ${me.tenantId} and d.deleted_at is null and ${me.userId} in (d.user_id, d.deputy_id) and d."to" >= ${today()} order by d."from", d.id`),
)
