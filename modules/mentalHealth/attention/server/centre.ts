import sql from 'sql-template-tag'
import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** By role, not by permission: an administrator is given every new permission, and is no psychologist. */
export const isPsychologist = ({ me }: Pick<Db, 'me'>): boolean => me.roles.includes('psychologist')
/** Accounts of the counselling centre. */
export const psychologists = async (db: Db): Promise<string[]> => (await holdersOf(db, 'psychologist')).map(h => h.id)
/** Those of the centre who are on duty; all of it where the school names nobody of it. */
export async function onDuty(db: Db): Promise<string[]> {
  const { dutyAccounts } = await settingsOf(db)
  const names = dutyAccounts.split(/[,，\s]+/).filter(Boolean)
  const centre = await psychologists(db)
  const found = await db.query<{ id: string }>(
    sql`select id from sys_user where tenant_id = ${db.me.tenantId} and id = any(${centre}::uuid[]) and user_name = any(${names}::text[]) order by id`,
  )
  return found.length ? found.map(u => u.id) : centre // a name that no longer exists must not leave it unread
}
