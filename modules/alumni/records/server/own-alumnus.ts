import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Ctx } from '#server/context.ts'
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
