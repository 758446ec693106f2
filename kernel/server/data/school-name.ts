import sql from 'sql-template-tag'
import type { Db } from '../context.ts'

/** The caller's school as messages name it, which have little room. */
export const schoolShortName = async (db: Db): Promise<string> =>
  (await db.query<{ name: string }>(sql`select coalesce(short_name, school_name) as name from tenant where id = ${db.me.tenantId}`))[0]?.name ?? ''
/** The caller's school as papers and trees name it. */
export const schoolName = async (db: Db): Promise<string> =>
  (await db.query<{ name: string }>(sql`select school_name as name from tenant where id = ${db.me.tenantId}`))[0]?.name ?? ''
