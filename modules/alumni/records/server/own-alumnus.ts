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
  const [found] = await ctx.db.query<{ id: string }>(sql`select a.id from alumnus a where a.tenant_id = ${ctx.db.me.tenantId} and a.person_id in ${personOf(ctx)} limit 1`)
  return found && ctx.db.unscoped(alumnus).find({ id: found.id }) // the caller's own
}
export async function mustBeAlumnus(ctx: Acting): Promise<Alumnus> {
  const own = await ownAlumnus(ctx)
  if (!own) throw refusalOf(alumnus, 'notAlumnus')
  return own
}
/** Active accounts of an alumnus (`a`), as a select of `id`: of the person, or of the student they were. */
const accountsOf = sql`(select u.id from sys_user own join active_account u on u.tenant_id = own.tenant_id and u.id = own.id where own.tenant_id = a.tenant_id and own.person_id = a.person_id
  union select u.id from student s join active_account u on u.tenant_id = s.tenant_id and u.student_id = s.id where s.tenant_id = a.tenant_id and s.person_id = a.person_id)`
/** Whether an alumnus (`a`) has an account that messages reach. */
export const hasAccount = sql`exists ${accountsOf}`
/** Active accounts of alumni, by alumnus. */
export async function alumniAccounts(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = await db.query<{ id: string; userId: string }>(
    sql`select a.id, u.id as "userId" from alumnus a, lateral ${accountsOf} u where a.tenant_id = ${db.me.tenantId} and a.id = any(${[...ids]}::uuid[])`,
  )
  return new Map([...Map.groupBy(found, f => f.id)].map(([id, those]) => [id, those.map(t => t.userId)]))
}
