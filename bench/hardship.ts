import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import { DEFAULT_FLOORS, DEFAULT_ITEMS, DEFAULT_THRESHOLDS } from '#modules/hardship/recognition/model/default-model.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { giveAccounts } from './holiday.ts'
import { atTheirTime } from './paced.ts'
import { type Answer, call, post, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const HARDSHIP = '/api/flySource-hardship'
/** Three of ten students apply; the last of them hand in together. */
const [APPLIED, PRESSING, PACE] = [Math.floor(COUNT * 0.18), Math.floor(COUNT * 0.01), 10]
const STEP_MS = 200
const LIMIT_MS = 60_000
const count = (n: number): string => n.toLocaleString('en')
interface Applied extends Answer {
  data: { id: string } | null
}
/** A hardship batch: its last applications, and all of them scored anew twice. */
export async function hardship({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  await withClient(databases.school, giveAccounts)
  const batchId = await openBatch(officer)
  const names = await withClient(databases.school, client => tellFamilies(client, batchId))
  const sessions = await signInAll(
    ours.port,
    names.map(n => n.user),
  )
  const nameOf = new Map(names.map(n => [sessions.get(n.user), n.name]))
  const agent = new Agent({ keepAlive: true })
  const answers = await atTheirTime([...sessions.values()], PACE, session => {
    const body = JSON.stringify({ batchId, promise: nameOf.get(session), checked: [] })
    return post(session, `${HARDSHIP}/aidRecognition/apply`, body, agent) as Promise<Applied>
  })
  agent.destroy()
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  const lost = answers.filter(a => !a.data?.id).length
  const scored = async () => {
    const began = performance.now()
    await call(officer, `${HARDSHIP}/aidBatch/rescore`, { id: batchId })
    while ((await withClient(databases.school, client => stageOf(client, batchId))) === 'scoring') await wait(STEP_MS)
    return { ms: performance.now() - began, digest: await withClient(databases.school, client => digestOf(client, batchId)) }
  }
  const [first, second] = [await scored(), await scored()]
  const isSame = first.digest === second.digest
  say(
    `${answers.length} applications: p95 ${p95.toFixed(0)} ms, ${lost} lost; scored anew in ${first.ms.toFixed(0)} and ${second.ms.toFixed(0)} ms, ${isSame ? 'alike' : 'DIFFERENT'}`,
  )
  return [
    {
      work: `${count(answers.length)} apply at ${PACE} a second beside ${count(APPLIED)}`,
      figure: `p95 ${p95.toFixed(0)} ms, ${lost} lost`,
      target: '≤ 1 s, none',
      isMet: p95 <= 1000 && !lost,
    },
    { work: `${count(APPLIED)} applications scored anew`, figure: `${(first.ms / 1000).toFixed(1)} s`, target: '≤ 60 s', isMet: first.ms <= LIMIT_MS },
    { work: 'the same input scored twice', figure: isSame ? 'equal' : 'different', target: 'equal', isMet: isSame },
  ]
}
async function openBatch(officer: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  const year = 2040 + (Date.now() % 900)
  const model = await call<{ id: string }>(officer, `${HARDSHIP}/indexModel/add`, {
    items: DEFAULT_ITEMS,
    thresholds: DEFAULT_THRESHOLDS,
    floors: DEFAULT_FLOORS,
    name: `压测指标 ${Date.now()}`,
    indexWeight: 70,
    reviewWeight: 30,
  })
  const draft = {
    ...{
      name: `压测困难认定 ${Date.now()}`,
      xn: `${year}-${year + 1}`,
      audience: { roles: ['student'] },
      atEnd: 'stay',
      modelId: model.id,
      levels: ['special', 'hard', 'general'],
      checkShare: 5,
    },
    ...{ noticeShows: 'names', isBlind: true, beginTime: new Date(Date.now() - DAY_MS).toISOString(), endTime: new Date(Date.now() + DAY_MS).toISOString() },
  }
  const { id } = await call<{ id: string }>(officer, `${HARDSHIP}/aidBatch/add`, draft)
  await call(officer, `${HARDSHIP}/aidBatch/publish`, { id, confirmGaps: true })
  return id
}
const SURVEY = `jsonb_build_object('householdSize', 3, 'studyingCount', 1 + n % 3, 'supportCount', n % 3, 'annualIncome', 600000 + (n * 7919 % 9000000), 'incomePerHead', (600000 + (n * 7919 % 9000000)) / 3,
  'specialGroups', case when n % 9 = 0 then '["lowIncome"]'::jsonb else '[]'::jsonb end, 'illness', case when n % 5 = 0 then '住院' end, 'answers', '{"fees": "part"}'::jsonb)`
/** Applications written as such, and the surveys of those who still apply; answers these. */
async function tellFamilies(client: pg.Client, batchId: string): Promise<Array<{ user: string; name: string }>> {
  await client.query(
    `insert into aid_recognition (tenant_id, recognition_no, batch_id, student_id, department_id, class_id, promise, survey_snapshot, groups, accepted_groups, state)
    select s.tenant_id, 'B' || $1::text || n, $1::uuid, s.id, s.department_id, s.class_id, s.name, ${SURVEY}, '[]', '[]', 'pending'
    from (select s.*, row_number() over (order by md5(s.id::text || $1::text)) as n from student s where s.status = 'active' and s.deleted_at is null) s where n <= $2`,
    [batchId, APPLIED],
  )
  const { rows } = await client.query<{ user: string; name: string }>(
    `with chosen as (select u.user_name, s.id, s.tenant_id, s.name from sys_user u join student s on s.id = u.student_id where u.user_name like 'bench-s%' and s.status = 'active'
      and not exists (select from aid_recognition r where r.student_id = s.id and r.batch_id = $1::uuid) order by md5(u.user_name) limit $2),
    told as (insert into aid_survey (tenant_id, student_id, home_canton, home_address, parent_phone, members, household_size, studying_count, support_count, annual_income, income_per_head, housing, assets,
      loan_this_year, special_groups, answers, proofs, saved_on)
      select tenant_id, id, '110101', '某街 1 号', '13900001111', '[{"name":"父","relation":"51","age":48,"workStatus":"24","income":900000},{"name":"母","relation":"52","age":46,"workStatus":"27","income":900000}]',
        3, 1, 1, 1800000, 600000, 'own', '[]', false, '[]', '{"fees":"part"}', '[]', current_date from chosen on conflict do nothing)
    select user_name as "user", name from chosen`,
    [batchId, PRESSING],
  )
  await client.query('vacuum analyze aid_recognition')
  return rows
}
const stageOf = async (client: pg.Client, id: string): Promise<string> =>
  (await client.query<{ stage: string }>('select stage from aid_batch where id = $1', [id])).rows[0]?.stage ?? ''
const digestOf = async (client: pg.Client, id: string): Promise<string> =>
  (
    await client.query<{ digest: string }>(
      `select md5(string_agg(concat_ws('|', recognition_no, index_score, final_score, suggested_level, is_floor, score_detail), ',' order by recognition_no)) as digest from aid_recognition where batch_id = $1`,
      [id],
    )
  ).rows[0]?.digest ?? ''
