import sql, { type Sql } from 'sql-template-tag'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Alumnus, alumnus } from '../model/alumnus.ts'

/** Names of regions by their code. */
export const placeIn =
  (cantons: Awaited<ReturnType<typeof cantonsByCode>>) =>
  (code: string | null | undefined): string | null =>
    (code && (cantons.get(code)?.fullName ?? cantons.get(code)?.name)) || null
/** Rows as other alumni see them: contacts of those who agree to be contacted. */
export async function shownTo(db: Db, rows: readonly Alumnus[]) {
  const place = placeIn(await cantonsByCode(db))
  return rows.map(({ id, name, leaveYear, majorName, className, canton, employer, position, phone, email }) => ({
    ...{ id, name, leaveYear, majorName, className, cantonName: place(canton), employer, position, phone, email },
  }))
}
/** Alumni (`a`) of the classes of another (`o`): by the class itself, or by its name and year where the school knows no more. */
export const areClassmates = sql`a.tenant_id = o.tenant_id and a.id <> o.id and (
  exists (select from alumnus_study y join alumnus_study z on z.tenant_id = y.tenant_id and z.class_id = y.class_id where y.tenant_id = a.tenant_id and y.alumnus_id = a.id and z.alumnus_id = o.id)
  or (a.class_name = o.class_name and a.leave_year = o.leave_year))`
/** Of the caller's classes (`a`). */
export const sameClass = (db: Db, own: Alumnus): Sql => sql`exists (select from alumnus o where o.tenant_id = ${db.me.tenantId} and o.id = ${own.id}::uuid and ${areClassmates})`
/** Of these alumni, the contacts of those who show themselves to the caller. */
export async function contactsFor(db: Db, own: Alumnus, ids: readonly string[]): Promise<Map<string, Pick<Alumnus, 'phone' | 'email'>>> {
  const found = await db.query<{ id: string }>(sql`select a.id from alumnus a where a.tenant_id = ${db.me.tenantId} and a.id = any(${[...ids]}::uuid[])
    and (a.id = ${own.id}::uuid or a.visible = 'alumni' or (a.visible = 'classmates' and ${sameClass(db, own)}))`)
  const rows = await db.unscoped(alumnus).all({ id: found.map(f => f.id), contactConsent: true }) // they show themselves to the caller
  return new Map(rows.map(({ id, phone, email }) => [id, { phone, email }]))
}
