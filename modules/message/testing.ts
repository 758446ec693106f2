import sql from 'sql-template-tag'
import { baseParams } from '#modules/system/model/params.ts'
import type { Db } from '#server/context.ts'
import type { School } from '#testing/school.ts'

/** Saves parameters of a group like the settings page. */
export async function setParams(school: School, group: string, content: Readonly<Record<string, unknown>>): Promise<void> {
  const [last] = await school.db.query<{ version: number; content: Record<string, unknown> }>(
    sql`select version, content from base_params where tenant_id = ${school.tenantId} and params_id = ${group} order by version desc limit 1`,
  )
  await school.db.query(
    sql`insert into base_params (tenant_id, params_id, version, content) values (${school.tenantId}, ${group}, ${(last?.version ?? 0) + 1}, ${JSON.stringify({ ...last?.content, ...content })}::jsonb)`,
  )
  await school.db.changed(baseParams)
}
export const rows = <T extends object>(db: Db, text: TemplateStringsArray, ...values: unknown[]): Promise<T[]> => db.query<T>(sql(text, ...(values as never[])))
export const unread = async (who: { get(path: string): Promise<{ data: unknown }> }): Promise<unknown> => (await who.get('base/message/unreadCount')).data
