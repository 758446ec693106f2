import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { furnish, openNight, pastNights, pastPassages } from './dorm-school.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [WEEKS, SIGN_DAYS, PASSAGE_DAYS, PASSES] = [12, 30, 3, 10]
const ASKED = 100
const SCREENS = ['dormBigScreen', 'dormInspect']
/** Longer than the longest refresh interval of a measure, so that each reading recomputes it. */
const [READINGS, APART_MS] = [3, 61_000]
const count = (n: number): string => n.toLocaleString('en')

/** A term of a full school: nights, passages, inspections and sign-ins. First pages of every list of both modules, and the figures of the big screens. */
export async function term({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const college = await signIn(ours.port, ACCOUNTS.oneCollege, PASSWORD)
  const rows = await withClient(databases.school, client => fill(client, officer))
  say(`${count(rows)} rows of a term`)
  const screens = await slowestReadings(officer, say)
  const lines: Line[] = []
  for (const [who, session] of [
    ['the office', officer],
    ['one college', college],
  ] as const) {
    const pages = await firstPages(session)
    const slowest = pages.reduce((a, b) => (a.p99 > b.p99 ? a : b))
    say(
      `${who}: ${pages.length} lists; ${pages
        .toSorted((a, b) => b.p99 - a.p99)
        .slice(0, 5)
        .map(p => `${p.list} ${p.p99.toFixed(0)} ms`)
        .join(', ')}`,
    )
    lines.push({
      work: `first pages of ${pages.length} lists of dormitory and sign-in among ${count(rows)} rows, for ${who}; the slowest`,
      figure: `p99 ${slowest.p99.toFixed(0)} ms (${slowest.list})`,
      target: '< 100 ms',
      isMet: slowest.p99 < 100,
    })
  }
  return [...lines, ...screens]
}
async function fill(client: pg.Client, officer: Session): Promise<number> {
  await furnish(client)
  await openNight(client)
  await pastNights(client)
  const door = await call<{ code: string }>(officer, '/api/flySource-dorm/accessDevice/create', {
    code: `TERM-${Date.now()}`,
    name: '一学期的门',
    dormId: (await client.query<{ id: string }>("select id from dorm_building where code = 'HOUSE-2'")).rows[0]?.id,
    direction: 'both',
  })
  await pastPassages(client, door.code, PASSAGE_DAYS, PASSES)
  await inspections(client)
  await signIns(client)
  const { rows } = await client.query<{ n: number }>(
    'select (select count(*) from night_line) + (select count(*) from access_event) + (select count(*) from check_record) + (select count(*) from sign_line) as n',
  )
  return Number(rows[0]?.n)
}
/** Every room inspected weekly, with the derived weekly results. Idempotent. */
async function inspections(client: pg.Client): Promise<void> {
  await client.query(
    `with school as (select tenant_id from campus order by code limit 1),
      scheme as (insert into check_scheme (tenant_id, name, items) select tenant_id, '压测卫生检查', '[]' from school on conflict (tenant_id, name) do nothing returning tenant_id, id)
    insert into check_task (tenant_id, process_type, name, begin_time, end_time, audience, state, scheme_id)
      select tenant_id, 'checkTask', '压测第' || n || '周', date_trunc('week', now()) - make_interval(weeks => n), date_trunc('week', now()) - make_interval(weeks => n) + interval '4 days', '{}', 'closed', id from scheme, generate_series(1, ${WEEKS}) n`,
  )
  await client.query(
    `with scored as (select t.tenant_id, t.id as task_id, t.begin_time, r.id as room_id, r.dorm_id, 100 - abs(hashtext(t.id::text || r.id)) % 45 as score
        from check_task t join dorm_room r on r.tenant_id = t.tenant_id join dorm_building d on d.id = r.dorm_id and d.code like 'HOUSE-%' where t.name like '压测第%'),
      lived as (select distinct on (room_id) room_id, class_id, department_id from dorm_stay where state = 'checkedIn' order by room_id, id)
    insert into check_record (tenant_id, task_id, room_id, dorm_id, kind, class_id, department_id, checked_at, week, sheets, public_score, room_score, grade)
      select s.tenant_id, s.task_id, s.room_id, s.dorm_id, 'health', l.class_id, l.department_id, s.begin_time + interval '1 day', date_trunc('week', s.begin_time)::date, '[]', s.score / 2, s.score,
        case when s.score >= 90 then 'excellent' when s.score >= 80 then 'good' when s.score >= 70 then 'fair' else 'pass' end
      from scored s left join lived l using (room_id) on conflict do nothing`,
  )
  await client.query(
    `insert into check_week (tenant_id, week, level, room_id, dorm_id, class_id, department_id, score, checks, rank, ranked, published_at)
      select tenant_id, week, 'room', room_id, dorm_id, class_id, department_id, room_score, 1, rank() over (partition by week order by room_score desc), count(*) over (partition by week), now() from check_record
      where task_id in (select id from check_task where name like '压测第%') on conflict do nothing`,
  )
  await client.query('vacuum analyze check_task, check_record, check_week')
}
/** One daily task for all residents. Idempotent. */
export async function signIns(client: pg.Client): Promise<void> {
  await client.query(
    `with school as (select tenant_id from campus order by code limit 1),
      task as (insert into sign_task (tenant_id, process_type, name, begin_time, end_time, audience, state, kind, repeat, open_time, close_time, ways, source_type, source_id)
        select tenant_id, 'signTask', '压测每日签到', now() - interval '${SIGN_DAYS + 1} days', now() + interval '30 days', '{"all":true}', 'closed', 'general', 'daily', '21:00', '22:30', '["location"]', 'bench', 'term' from school
        on conflict do nothing returning tenant_id, id),
      made as (insert into sign_occurrence (tenant_id, task_id, date, opens_at, closes_at, state, snapshot_count, signed_count, closed_at, settled_at)
        select tenant_id, id, current_date - n, now() - make_interval(days => n), now() - make_interval(days => n) + interval '90 minutes', 'settled', 0, 0, now(), now() from task, generate_series(1, ${SIGN_DAYS}) n
        returning tenant_id, id, date, opens_at)
    insert into sign_line (tenant_id, occurrence_id, student_id, class_id, department_id, date, state, signed_at, way)
      select o.tenant_id, o.id, s.student_id, s.class_id, s.department_id, o.date, 'signed', o.opens_at + interval '5 minutes', 'location' from made o, dorm_stay s join dorm_building d on d.id = s.dorm_id
      where d.code like 'HOUSE-%' and s.state = 'checkedIn'`,
  )
  await client.query('vacuum analyze sign_task, sign_occurrence, sign_line')
}
/** 99th percentile of each list's first page, sequentially; lists without permission are left out. */
async function firstPages(session: Session): Promise<Array<{ list: string; p99: number }>> {
  const { paths } = (await (await fetch(`http://127.0.0.1:${session.port}/api/docs/openapi.json`)).json()) as { paths: Record<string, { get?: object }> }
  const lists = Object.keys(paths).filter(path => /^\/api\/(dorm|signIn)\/\w+\/list$/.test(path) && paths[path]?.get)
  const pages: Array<{ list: string; p99: number }> = []
  for (const path of lists) {
    const ask = (): Promise<unknown> => call(session, `${path}?current=1&size=20`)
    if (!(await ask().then(() => true, isForbidden))) continue
    const times: number[] = []
    for (let i = 0; i < ASKED; i++) {
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
    }
    pages.push({ list: path.split('/').at(-2) ?? path, p99: times.toSorted((a, b) => a - b)[Math.ceil(ASKED * 0.99) - 1] as number })
  }
  return pages
}
/** Whether it is a permission refusal; other errors are rethrown. */
function isForbidden(error: Error): boolean {
  if (/: 40[34] /.test(error.message)) return false
  throw error
}
async function slowestReadings(session: Session, say: (text: string) => void): Promise<Line[]> {
  const slowest = new Map(SCREENS.map(screen => [screen, 0]))
  for (let n = 0; n < READINGS; n++) {
    if (n) await pause(APART_MS)
    for (const screen of SCREENS) {
      const began = performance.now()
      await call(session, `/api/screen/wall/read?screen=${screen}`)
      slowest.set(screen, Math.max(slowest.get(screen) ?? 0, performance.now() - began))
    }
  }
  return [...slowest].map(([screen, ms]) => {
    say(`${screen}: ${ms.toFixed(0)} ms at most`)
    return { work: `all numbers of ${screen}, counted anew; the slowest of ${READINGS} readings`, figure: `${ms.toFixed(0)} ms`, target: '< 300 ms', isMet: ms < 300 }
  })
}
