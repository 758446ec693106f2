import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { giveAccounts } from './holiday.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const PATH = '/api/flySource-standing/majorTransferBatch'
const [APPLICANTS, MAJORS, EACH] = [1200, 30, 10]
const PLACES = MAJORS * EACH
const MOST_S = 120
/** Students placed and over their quota, spans of the moved, and everybody's place, to compare. */
interface Result {
  placed: number
  over: number
  spans: number
  places: string
}
/** 1,200 students want another major, 300 places: ranking, notice, and the effect in one job; then once more. */
export async function transfers({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  await withClient(databases.school, giveAccounts)
  const majors = await withClient(databases.school, gradeMajors)
  const batchId = await openBatch(officer, majors)
  const made = await withClient(databases.school, client => applyAll(client, batchId, majors))
  await call(officer, `${PATH}/close`, { id: batchId, reason: '压测' })
  const seconds = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    await work()
    return (performance.now() - began) / 1000
  }
  const ranked = await seconds(() => call(officer, `${PATH}/rank`, { id: batchId }))
  const shown = await seconds(() => call(officer, `${PATH}/publicise`, { id: batchId }))
  await withClient(databases.school, client => endNotice(client, batchId))
  const effect = await seconds(async () => {
    await call(officer, `${PATH}/effect`, { id: batchId })
    while ((await withClient(databases.school, client => resultOf(client, batchId))).placed < Math.min(PLACES, made)) await pause(500)
  })
  const first = await withClient(databases.school, client => resultOf(client, batchId))
  await call(officer, `${PATH}/effect`, { id: batchId })
  await pause(3000)
  const second = await withClient(databases.school, client => resultOf(client, batchId))
  const isSame = JSON.stringify(first) === JSON.stringify(second)
  say(
    `${made} applicants, ${first.placed} placed: ranked in ${ranked.toFixed(1)} s, on notice in ${shown.toFixed(1)} s, in effect in ${effect.toFixed(1)} s; ${first.over} over their quota`,
  )
  return [
    { work: `${made} applicants for ${PLACES} places ranked and placed`, figure: `${ranked.toFixed(1)} s` },
    { work: 'the places taken, the others told, and the result on notice', figure: `${shown.toFixed(1)} s` },
    { work: `${first.placed} transfers in effect`, figure: `${effect.toFixed(1)} s`, target: `≤ ${MOST_S} s`, isMet: effect <= MOST_S },
    { work: 'grade-majors over their quota', figure: String(first.over), target: '0', isMet: !first.over },
    { work: 'places and spans after a second run', figure: isSame ? 'the same' : 'changed', target: 'the same', isMet: isSame },
  ]
}
/** Grade-majors of the grade with most students that have a class. */
async function gradeMajors(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select g.id from grade_major g where exists (select from stu_class c where c.grade_major_id = g.id and c.state = 'active')
      and g.grade = (select grade from student where status = 'active' group by 1 order by count(*) desc limit 1) order by md5(g.id::text) limit $1`,
    [MAJORS],
  )
  return rows.map(r => r.id)
}
async function openBatch(officer: Session, majors: readonly string[]): Promise<string> {
  const today = new Date(Date.now() + 8 * HOUR_MS).toISOString().slice(0, 10)
  const draft = {
    ...{ name: `压测转专业 ${Date.now()}`, audience: { roles: ['student'] }, atEnd: 'stay', effectiveDate: today, noticeLevel: 'school' },
    ...{ beginTime: new Date(Date.now() - DAY_MS).toISOString(), endTime: new Date(Date.now() + 60_000).toISOString() },
  }
  const { id } = await call<{ id: string }>(officer, `${PATH}/add`, draft)
  await call(officer, `${PATH}/allot`, { id, reason: '压测', quotas: majors.map(holder => ({ holder, was: 0, issued: EACH })) })
  await call(officer, `${PATH}/publish`, { id })
  return id
}
/** Applications that have been approved and assessed, of students of the same grade who are not in what they choose. */
async function applyAll(client: pg.Client, batchId: string, majors: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `insert into status_change (tenant_id, change_no, student_id, department_id, class_id, type_id, reason_code, effective_date, state, is_transfer, batch_id, choices, assess_score,
        from_status, to_status, from_class_id, from_grade_major_id)
      select s.tenant_id, 'ZZ' || s.student_no, s.id, s.department_id, s.class_id, t.id, '23', b.effective_date, 'approved', true, b.id,
        jsonb_build_array(c.choices[1 + n % cardinality(c.choices)], c.choices[1 + (n + 7) % cardinality(c.choices)]), 40 + n * 7 % 6000 / 100.0, 'active', 'active', s.class_id, s.grade_major_id
      from (select s.*, row_number() over (order by md5(s.id::text))::int as n from student s
          where s.status = 'active' and s.deleted_at is null and s.grade = (select grade from grade_major where id = ($2::uuid[])[1]) and s.class_id is not null limit $3) s
        join lateral (select array_agg(x order by x) as choices from unnest($2::uuid[]) x where x <> s.grade_major_id) c on true
        join major_transfer_batch b on b.id = $1 join change_type t on t.tenant_id = s.tenant_id and t.code = 'majorTransfer'`,
    [batchId, majors, APPLICANTS],
  )
  await client.query('analyze status_change')
  return rowCount ?? 0
}
/** The notice as its clock leaves it. */
async function endNotice(client: pg.Client, batchId: string): Promise<void> {
  await client.query(`update public_notice_line set state = 'cleared' where notice_id in (select id from public_notice where round_id = $1)`, [batchId])
  await client.query(`update public_notice set begin_at = now() - interval '20 days', end_at = now() - interval '1 hour', state = 'ended', ended_at = now() where round_id = $1`, [
    batchId,
  ])
  await client.query(`update major_transfer_batch set stage = 'cleared' where id = $1`, [batchId])
}
async function resultOf(client: pg.Client, batchId: string): Promise<Result> {
  const { rows } = await client.query<Result>(
    `select (select count(*)::int from status_change where batch_id = $1 and effect_state = 'effective') as placed,
      (select count(*)::int from (select to_grade_major_id from status_change where batch_id = $1 and effect_state = 'effective' group by 1 having count(*) > $2) o) as over,
      (select count(*)::int from class_history h join status_change c on c.student_id = h.student_id where c.batch_id = $1) as spans,
      (select md5(string_agg(s.id || ':' || coalesce(s.class_id::text, ''), ',' order by s.id)) from student s join status_change c on c.student_id = s.id where c.batch_id = $1) as places`,
    [batchId, EACH],
  )
  return rows[0] ?? { placed: 0, over: 0, spans: 0, places: '' }
}
