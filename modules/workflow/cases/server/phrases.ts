import sql from 'sql-template-tag'
import { trim } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { type Db, handle } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { colleagues, myPhrases, savePhrases } from '../model/decide.ts'

/** The user's quick phrases, in their order. */
export async function phrasesOf(db: Db, userId: string): Promise<string[]> {
  const [row] = await db.query<{ phrases: string[] }>(sql`select phrases from process_phrase where tenant_id = ${db.me.tenantId} and user_id = ${userId}`)
  return row?.phrases ?? []
}
const mine = handle(myPhrases, async ({ db, me }) => (await phrasesOf(db, me.userId)).map(text => ({ text })))
const save = handle(savePhrases, async ({ db, me }, { phrases }) => {
  const kept = [...new Set(phrases)]
  await db.query(sql`insert into process_phrase (tenant_id, user_id, phrases) values (${me.tenantId}, ${me.userId}, ${JSON.stringify(kept)}::jsonb)
    on conflict (tenant_id, user_id) do update set phrases = excluded.phrases`)
})
/** Staff only: their names and offices are not confidential within the school; students do not consult anybody. */
const list = handle(colleagues, async ({ db, me }, { keyword, size }) => {
  if (me.userType === 2) return []
  const words = keyword ? likePattern(trim(keyword).toLowerCase()) : '%'
  const [departments, rows] = await Promise.all([
    db.cached(department),
    db.query<{ id: string; label: string; departmentId: string | null }>(sql`select id, nick_name as label, department_id as "departmentId" from active_account
      where tenant_id = ${me.tenantId} and realm = 'admin' and user_type = 1 and id <> ${me.userId}
        and (lower(nick_name) like ${words} or lower(account_no) like ${words}) order by account_no limit ${size ?? 20}`),
  ])
  return rows.map(({ id, label, departmentId }) => ({ id, value: id, label, place: departments.get(departmentId ?? '')?.name ?? null }))
})
export default [mine, save, list]
