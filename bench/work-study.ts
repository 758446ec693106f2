import { Agent } from 'node:http'
import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { type Answer, call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [UNITS, POSTS, ENGAGED, APPLICANTS, SEATS, MAKE_S, OFFER_S] = [70, 210, 1800, 400, 60, 30, 60]
const PATH = '/api/flySource-workStudy'
const count = (n: number): string => n.toLocaleString('en')
/** Wage sheets of 70 units with 1,800 on duty, and 400 applicants for 60 seats who are offered them and accept at once. */
export async function workStudy({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const engaged = await withClient(databases.school, fillUnits)
  const month = new Date(Date.now() - DAY_MS * 30).toISOString().slice(0, 7)
  const began = performance.now()
  const made = await call<{ sheets: number; people: number }>(officer, `${PATH}/wageSheet/makeAll`, { month })
  const makeS = (performance.now() - began) / 1000
  say(`${made.sheets} sheets of ${count(made.people)} on duty made in ${makeS.toFixed(1)} s`)
  const { offered, seconds, onDuty } = await rush(officer, ours.port, databases.school)
  say(`${offered} of ${APPLICANTS} offered ${SEATS} seats, ${onDuty} on duty after all accepted, in ${seconds.toFixed(1)} s`)
  return [
    { work: `wage sheets of ${UNITS} units, ${count(engaged)} on duty`, figure: `${makeS.toFixed(1)} s`, target: `≤ ${MAKE_S} s`, isMet: makeS <= MAKE_S && made.sheets === UNITS },
    { work: `${APPLICANTS} applicants offered ${SEATS} seats at once, and all accept`, figure: `${seconds.toFixed(1)} s`, target: `≤ ${OFFER_S} s`, isMet: seconds <= OFFER_S },
    { work: 'of these on duty', figure: String(onDuty), target: String(SEATS), isMet: onDuty === SEATS },
  ]
}
/** Units with posts, and students on them with eight hours in each of four weeks of the month before. */
async function fillUnits(client: pg.Client): Promise<number> {
  await client.query(`insert into employ_unit (tenant_id, name, contact, phone, state) select t.id, '压测单位' || n, '压测', '13800000000', 'approved' from tenant t cross join generate_series(1, ${UNITS}) n
    where t.code = '100001'`)
  await client.query(
    `insert into work_post (tenant_id, unit_id, title, duties, headcount, filled, place, campus_id, schedule, hours_per_week, rate, difficulty_first, apply_from, apply_to, work_from, work_to, state, opened_at)
    select u.tenant_id, u.id, '压测岗位' || n, '压测', ${SEATS}, 0, '压测', (select id from campus c where c.tenant_id = u.tenant_id limit 1), '[]', 8, 1500, false, now() - interval '200 days', now() + interval '200 days',
      current_date - 200, current_date + 200, 'open', now() - interval '100 days'
    from (select *, row_number() over (order by name) as k from employ_unit where name like '压测单位%') u cross join generate_series(1, ${POSTS / UNITS}) n`,
  )
  await client.query(
    `with p as (select *, row_number() over (order by id) as k from work_post where title like '压测岗位%'),
      s as (select id, tenant_id, row_number() over (order by md5(id::text)) as k from student where status = 'active' and deleted_at is null limit ${ENGAGED}),
      a as (insert into post_application (tenant_id, post_id, student_id, unit_id, state) select s.tenant_id, p.id, s.id, p.unit_id, 'accepted' from s join p on p.k = 1 + s.k % ${POSTS - 1} returning *)
    insert into engagement (tenant_id, application_id, post_id, unit_id, student_id, "from", "to") select tenant_id, id, post_id, unit_id, student_id, current_date - 100, current_date + 100 from a`,
  )
  const { rowCount } = await client.query(
    `insert into hour_entry (tenant_id, engagement_id, unit_id, post_id, student_id, date, start, "end", hours, source, state, is_unit_agreed)
    select e.tenant_id, e.id, e.unit_id, e.post_id, e.student_id, date_trunc('month', current_date - 30)::date + 7 * w, '08:00', '16:00', 8, 'employer', 'approved', true
    from engagement e cross join generate_series(0, 3) w`,
  )
  await client.query('analyze hour_entry')
  return (rowCount ?? 0) / 4
}
async function rush(officer: Session, port: number, url: string): Promise<{ offered: number; seconds: number; onDuty: number }> {
  const applicants = await withClient(url, apply)
  const sessions = await signInAll(
    port,
    applicants.map(a => a.name),
  )
  const agent = new Agent({ keepAlive: true })
  const send = (by: Session, verb: string, id: string): Promise<Answer> => post(by, `${PATH}/postApplication/${verb}`, JSON.stringify({ id }), agent)
  const began = performance.now()
  const offers = await Promise.all(applicants.map(({ id }) => send(officer, 'offer', id)))
  await Promise.all(applicants.map(({ id, name }) => send(sessions.get(name) as Session, 'accept', id)))
  const seconds = (performance.now() - began) / 1000
  const onDuty = await withClient(
    url,
    async client => (await client.query<{ n: number }>(`select count(*)::int as n from engagement where post_id = $1`, [applicants[0]?.postId])).rows[0]?.n ?? 0,
  )
  return { offered: offers.filter(o => o.code === 200).length, seconds, onDuty }
}
/** Applications of accounts for one post that nobody is on. */
async function apply(client: pg.Client): Promise<Array<{ id: string; name: string; postId: string }>> {
  const { rows } = await client.query<{ id: string; name: string; postId: string }>(
    `with p as (select * from work_post p where title like '压测岗位%' and not exists (select from engagement e where e.post_id = p.id) order by id limit 1),
      u as (select u.user_name, u.student_id, u.tenant_id from sys_user u join student s on s.id = u.student_id and s.status = 'active'
        where u.user_name like 'bench-s%' and not exists (select from engagement e where e.student_id = u.student_id) order by md5(u.user_name) limit ${APPLICANTS}),
      a as (insert into post_application (tenant_id, post_id, student_id, unit_id) select u.tenant_id, p.id, u.student_id, p.unit_id from u cross join p returning id, student_id, post_id)
    select a.id, u.user_name as name, a.post_id as "postId" from a join u on u.student_id = a.student_id`,
  )
  return rows
}
