import { Agent } from 'node:http'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { withClient } from './database.ts'
import { type Answer, post, type Session, signInAll } from './product.ts'
import type { Line } from './results.ts'

const [STUDENTS, PLACES, ENROL_S] = [800, 60, 10]
const PATH = '/api/flySource-labour'
/** 50-LB1: 800 students for 60 places at once: the places are taken, the others wait in the order of their arrival. */
export async function labour({ ours, databases, say }: Bench): Promise<Line[]> {
  const { projectId, names } = await withClient(databases.school, project)
  const sessions = await signInAll(ours.port, names)
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ projectId, isSafetyRead: true })
  const enrol = (by: Session): Promise<Answer> => post(by, `${PATH}/labourEnrolment/enrol`, body, agent)
  const began = performance.now()
  const answers = await Promise.all(names.map(name => enrol(sessions.get(name) as Session)))
  const seconds = (performance.now() - began) / 1000
  const { enrolled, waiting, isInOrder } = await withClient(databases.school, client => outcome(client, projectId))
  say(`${answers.filter(a => a.code === 200).length} of ${STUDENTS} answered in ${seconds.toFixed(1)} s: ${enrolled} enrolled, ${waiting} waiting`)
  return [
    { work: `${STUDENTS} students for ${PLACES} places at once`, figure: `${seconds.toFixed(1)} s`, target: `≤ ${ENROL_S} s`, isMet: seconds <= ENROL_S },
    { work: 'of these enrolled', figure: String(enrolled), target: String(PLACES), isMet: enrolled === PLACES },
    { work: 'waiting, all after those enrolled', figure: String(waiting), target: String(STUDENTS - PLACES), isMet: waiting === STUDENTS - PLACES && isInOrder },
  ]
}
async function project(client: pg.Client): Promise<{ projectId: string; names: string[] }> {
  const publisher = JSON.stringify({ userId: '', departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] })
  const { rows: made } = await client.query<{ id: string }>(
    `with p as (insert into labour_project (tenant_id, process_type, name, begin_time, end_time, audience, state, published_at, publisher, organiser_dept_id, teacher_id, place, capacity, sessions, hours_cap, safety_notice)
      select t.id, 'labourProject', '压测劳动', now() - interval '1 day', now() + interval '1 day', '{"roles": ["student"]}', 'published', now(), $1::jsonb, (select id from department d where d.tenant_id = t.id limit 1),
        (select id from teacher x where x.tenant_id = t.id limit 1), '操场', ${PLACES}, jsonb_build_array(jsonb_build_object('start', now() + interval '20 days', 'end', now() + interval '20 days 2 hours', 'hours', 2)), 2, '注意安全'
      from tenant t where t.code = '100001' returning *)
    insert into labour_session (tenant_id, project_id, no, starts_at, ends_at, hours) select tenant_id, id, 1, now() + interval '20 days', now() + interval '20 days 2 hours', 2 from p returning project_id as id`,
    [publisher],
  )
  const { rows } = await client.query<{ name: string }>(
    `select u.user_name as name from sys_user u join student s on s.id = u.student_id and s.status = 'active' where u.user_name like 'bench-s%' order by md5(u.user_name) limit ${STUDENTS}`,
  )
  return { projectId: made[0]?.id ?? '', names: rows.map(r => r.name) }
}
async function outcome(client: pg.Client, projectId: string): Promise<{ enrolled: number; waiting: number; isInOrder: boolean }> {
  const { rows } = await client.query<{ enrolled: number; waiting: number; isInOrder: boolean }>(
    `select count(*) filter (where state = 'enrolled')::int as enrolled, count(*) filter (where state = 'waiting')::int as waiting,
      max(arrival) filter (where state = 'enrolled') < min(arrival) filter (where state = 'waiting') as "isInOrder" from labour_enrolment where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? { enrolled: 0, waiting: 0, isInOrder: false }
}
