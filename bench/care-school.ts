import type pg from 'pg'
import sql from 'sql-template-tag'
import { baseParams } from '#modules/system/model/params.ts'
import type { Db } from '#server/context.ts'
import { COUNT, withClient } from './database.ts'
import { ACCOUNTS, inSchool } from './school.ts'

/** Account of this section, made by SQL. */
export const PSYCHOLOGIST = 'bench-psy'
/** Students who take part: those with an account, of age. Fewer in a smaller school. */
export const PEOPLE = Math.min(2000, Math.ceil(COUNT / 10))

async function account(client: pg.Client, name: string, role: string): Promise<void> {
  await client.query(
    `with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password)
      select u.tenant_id, 'admin', $1, $1, $1, 1, u.password_hash, 2, now(), false from sys_user u where u.user_name = $3 on conflict do nothing returning tenant_id, id)
    insert into role_user (tenant_id, role_id, user_id) select m.tenant_id, r.id, m.id from made m join role r on r.tenant_id = m.tenant_id and r.code = $2`,
    [name, role, ACCOUNTS.officer],
  )
}
/** A psychologist, and counsellors who have served for a year. */
export async function careSchool(databases: { school: string; folder: string }): Promise<string[]> {
  await inSchool(databases, settings)
  return withClient(databases.school, async client => {
    await account(client, PSYCHOLOGIST, 'psychologist')
    await client.query(`insert into counsellor_file (tenant_id, teacher_id, duty_kind, on_duty_from, duty_phone)
      select distinct k.tenant_id, k.teacher_id, 'fullTime', current_date - 900, '02500000000' from class_staff k where k.role = 'fdy' on conflict do nothing`)
    await client.query(`update class_staff set start_date = current_date - 400 where role = 'fdy' and start_date > current_date - 400`)
    await client.query(`update class_history set "from" = current_date - 365 where "from" > current_date - 365 and "to" is null`)
    await client.query('analyze')
    const { rows } = await client.query<{ name: string }>(
      `select u.user_name as name from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
      where u.user_name like 'bench-s%' and s.status = 'active' and s.birth_date < current_date - interval '19 years' order by md5(u.user_name) limit $1`,
      [PEOPLE],
    )
    return rows.map(r => r.name)
  })
}
/** Psychologists would be asked for a second proof. */
async function settings(db: Db): Promise<void> {
  const [last] = await db.query<{ version: number; content: object }>(
    sql`select version, content from base_params where tenant_id = ${db.me.tenantId} and params_id = 'identity' order by version desc limit 1`,
  )
  await db.query(
    sql`insert into base_params (tenant_id, params_id, version, content) values (${db.me.tenantId}, 'identity', ${(last?.version ?? 0) + 1}, ${JSON.stringify({ ...last?.content, mfaEnabled: false })}::jsonb)`,
  )
  await db.changed(baseParams)
}
