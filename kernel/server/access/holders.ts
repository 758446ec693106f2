import sql, { type Sql } from 'sql-template-tag'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'

/** Whether the grant `ru` (a row of `role_user`) is valid today; stand-in grants have start and end dates. */
export const holdsToday = (): Sql => sql`(ru.valid_from is null or ru.valid_from <= ${today()}) and (ru.valid_to is null or ru.valid_to >= ${today()})`

/** Active accounts that hold one of these roles today, as recipients of notifications and todos; each with the first of the roles it holds. */
export async function holdersOf(db: Db, ...codes: readonly string[]): Promise<Array<{ id: string; code: string }>> {
  return db.query(sql`select distinct on (u.id) u.id, r.code from sys_user u join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id
      join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
    where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and account_is_active(u.status, u.valid_until) and r.code = any(${[...codes]}::text[]) and ${holdsToday()}
    order by u.id, array_position(${[...codes]}::text[], r.code)`)
}
