import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { isPsychologist, psychologists } from './centre.ts'
import { settingsOf } from './settings.ts'

/** The head of the centre: whom the school names by account number, as long as they are a psychologist. */
export async function isHead(db: Db): Promise<boolean> {
  const { centreHead } = await settingsOf(db)
  return centreHead !== '' && centreHead === db.me.accountNo && isPsychologist(db)
}
/** Their accounts: one, or none where the school names nobody of the centre. */
export async function headAccounts(db: Db): Promise<string[]> {
  const { centreHead } = await settingsOf(db)
  if (centreHead === '') return []
  const rows = await db.query<{ id: string }>(
    sql`select id from sys_user where tenant_id = ${db.me.tenantId} and account_no = ${centreHead} and id = any(${await psychologists(db)}::uuid[])`,
  )
  return rows.map(r => r.id)
}
