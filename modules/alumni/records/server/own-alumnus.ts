import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { type Alumnus, alumnus } from '../model/alumnus.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
/** The person behind the account, by itself or by the student record it was made for. */
const personOf = ({ db, me }: Acting): Sql => sql`(select u.person_id from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id = ${me.userId}::uuid
  union select s.person_id from student s where s.tenant_id = ${db.me.tenantId} and s.id = ${me.studentId || null}::uuid)`
/** The caller's own row, and nobody else's. */
export async function ownAlumnus(ctx: Acting): Promise<Alumnus | undefined> {
  const [found] = await ctx.db.query<{ id: string }>(sql`select a.id from alumnus a
    where a.tenant_id = ${ctx.db.me.tenantId} and (a.user_id = ${ctx.me.userId}::uuid or a.person_id in ${personOf(ctx)}) order by (a.user_id = ${ctx.me.userId}::uuid) desc nulls last limit 1`)
  return found && ctx.db.unscoped(alumnus).find({ id: found.id }) // the caller's own
}
export async function mustBeAlumnus(ctx: Acting): Promise<Alumnus> {
  const own = await ownAlumnus(ctx)
  if (!own) throw refusalOf(alumnus, 'notAlumnus')
  return own
}
/** Accounts of an alumnus (`a`) in a relation of accounts, as a select of `id`: of the person, of who has claimed the record, or of the student they were. */
const accountsIn = (
  accounts: Sql,
): Sql => sql`(select u.id from sys_user own join ${accounts} u on u.tenant_id = own.tenant_id and u.id = own.id where own.tenant_id = a.tenant_id and own.person_id = a.person_id
  union select u.id from ${accounts} u where u.tenant_id = a.tenant_id and u.id = a.user_id
  union select u.id from student s join ${accounts} u on u.tenant_id = s.tenant_id and u.student_id = s.id where s.tenant_id = a.tenant_id and s.person_id = a.person_id)`
const active = accountsIn(sql`active_account`)
/** Whether an alumnus (`a`) has an account that messages reach. */
export const hasAccount = sql`exists ${active}`
/** Whether anybody signs in, or once did, as this alumnus (`a`): a closed account is opened again by whoever manages accounts, not claimed. */
export const isHeld = sql`exists ${accountsIn(sql`(select * from sys_user where realm = 'admin')`)}`
/** Active accounts of alumni, by alumnus. */
export async function alumniAccounts(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = await db.query<{ id: string; userId: string }>(
    sql`select a.id, u.id as "userId" from alumnus a, lateral ${active} u where a.tenant_id = ${db.me.tenantId} and a.id = any(${[...ids]}::uuid[])`,
  )
  return new Map([...Map.groupBy(found, f => f.id)].map(([id, those]) => [id, those.map(t => t.userId)]))
}
