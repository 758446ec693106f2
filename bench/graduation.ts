import { Agent } from 'node:http'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { withClient } from './database.ts'
import { forgetKept } from './dorm-school.ts'
import { post, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [CANDIDATES, COLLEGES, MOST_S] = [8500, 14, 300]
const PREFIX = 'bench-graduation-'
const PATH = '/api/flySource-graduation/graduationAudit'
const count = (n: number): string => n.toLocaleString('en')

/** The audit of a whole year looked at anew by all colleges at once, after the teaching office's results have come. */
export async function graduation({ ours, databases, say }: Bench): Promise<Line[]> {
  const { batchId, candidates, names } = await withClient(databases.school, fill)
  const sessions = await signInAll(ours.port, names)
  const agent = new Agent({ keepAlive: true })
  const began = performance.now()
  const answers = await Promise.all([...sessions.values()].map(session => post(session, `${PATH}/recompute`, JSON.stringify({ batchId }), agent)))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  const refused = answers.filter(a => a.code !== 200).length
  const judged = await withClient(
    databases.school,
    async client => (await client.query<{ n: number }>('select count(*)::int as n from graduation_audit where judged_at is not null')).rows[0]?.n ?? 0,
  )
  say(`${count(judged)} of ${count(candidates)} candidates judged by ${names.length} colleges at once in ${seconds.toFixed(1)} s, ${refused} refused`)
  return [
    {
      work: `graduation audit of ${count(candidates)} candidates looked at anew by ${names.length} colleges at once`,
      figure: `${seconds.toFixed(1)} s`,
      target: `≤ ${MOST_S} s`,
      isMet: seconds <= MOST_S && judged === candidates && refused === 0,
    },
  ]
}
/** A published batch whose candidates nobody has looked at, their academic results, and a manager for each college they are in. */
async function fill(client: pg.Client): Promise<{ batchId: string; candidates: number; names: string[] }> {
  const [batch] = (
    await client.query<{ id: string }>(`insert into graduation_batch (tenant_id, process_type, name, begin_time, end_time, audience, state, published_at, cert_date, items)
    select tenant_id, 'graduation', '压测毕业', now() - interval '1 day', now() + interval '90 days', '{"all":true}', 'published', now(), current_date + 90,
      (select jsonb_agg(jsonb_build_object('code', i.code, 'name', i.name, 'isBlocking', i.is_blocking) order by i.sort) from graduation_item i where i.tenant_id = c.tenant_id and i.use = 'audit')
    from campus c order by code limit 1 returning id`)
  ).rows
  const batchId = batch?.id ?? ''
  const chosen = `(select s.* from student s join (select tenant_id, id from department where dept_type = '1' order by code limit ${COLLEGES}) d on d.tenant_id = s.tenant_id and d.id = s.department_id
    where s.has_record and s.deleted_at is null order by s.expected_graduation, s.student_no limit ${CANDIDATES})`
  const made = await client.query(
    `insert into graduation_audit (tenant_id, batch_id, student_id, department_id) select s.tenant_id, $1::uuid, s.id, s.department_id from ${chosen} s`,
    [batchId],
  )
  await client.query(`insert into graduation_mark (tenant_id, item_id, student_id, is_met, value) select s.tenant_id, i.id, s.id, random() > 0.03, '压测' from ${chosen} s
    join graduation_item i on i.tenant_id = s.tenant_id and i.use = 'audit' and i.code = 'academic' on conflict do nothing`)
  const { rows } = await client.query<{ name: string }>(
    `with college as (select distinct department_id as id from graduation_audit where batch_id = $1),
      made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password, department_id)
        select u.tenant_id, u.realm, n.name, n.name, '学院', u.user_type, u.password_hash, u.pass_word_level, u.password_changed_at, false, n.id
        from sys_user u, (select id, '${PREFIX}' || row_number() over (order by id) as name from college) n where u.user_name = '${ACCOUNTS.officer}' returning tenant_id, id, user_name),
      held as (insert into role_user (tenant_id, role_id, user_id) select made.tenant_id, r.id, made.id from made join role r on r.tenant_id = made.tenant_id and r.code = 'college' returning 1)
    select user_name as name from made`,
    [batchId],
  )
  await client.query('analyze graduation_audit, graduation_mark')
  await forgetKept(client, 'graduationBatch', 'role')
  return { batchId, candidates: made.rowCount ?? 0, names: rows.map(r => r.name) }
}
