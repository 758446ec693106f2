import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { today } from '#server/base/today.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { importSheet, writeSheet } from './import-job.ts'
import { manyStudents, type Signed } from './many.ts'
import { median } from './median.ts'
import { atTheirTime, p95Of } from './paced.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

/** Twelve million entries in ten years, forty a student of them in the year that is evaluated. */
const [YEARS, A_YEAR] = [6, 40]
const [LOOKS, PACE] = [600, 20]
/** The root, five dimensions and what stands below them. */
const [DIMENSIONS, LEAVES] = [5, 34]
/** Four of the five grades of the school: thirty thousand of those who are in school. */
const GRADES = [2022, 2023, 2024, 2025]
const [SCORES, POLL_MS] = [Math.min(200_000, COUNT * 4), 250]
/** Lines that one sheet may have. */
const A_SHEET = 100_000
const CQA = '/api/flySource-cqa'
const TS = '/api/flySource-totalScore'
const KINDS = ['award', 'activity', 'volunteer', 'office', 'labour', 'certificate', 'competition', 'practice']
const PLACES = ['school', 'college', 'class', 'municipal', 'provincial']
const count = (n: number): string => n.toLocaleString('en')
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** What a school has on record of everybody, and the evaluation made of it. */
export async function evaluation(bench: Bench): Promise<Line[]> {
  const { databases, ours, say } = bench
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const { entries, students } = await withClient(databases.school, async client => ({ students: await manyStudents(client, ours.port, LOOKS), entries: await enter(client) }))
  say(`${count(entries)} entries`)
  return [...(await timelines(bench, students, entries)), ...(await scored(bench, officer)), ...(await imports(bench, officer))]
}
async function timelines({ say }: Bench, students: readonly Signed[], entries: number): Promise<Line[]> {
  const agent = new Agent({ keepAlive: true })
  const looks = Array.from({ length: LOOKS }, (_, n) => students[n % students.length] as Signed)
  const answers = await atTheirTime(looks, PACE, by => timeline(by, agent))
  agent.destroy()
  const [p95, empty] = [p95Of(answers), answers.filter(a => a.entries < A_YEAR).length]
  say(`timelines: p95 ${p95.toFixed(0)} ms, ${empty} without`)
  return [
    {
      work: `the timeline of one student among ${count(entries)} entries, ${PACE} a second`,
      figure: `p95 ${p95.toFixed(0)} ms, ${empty} without`,
      target: '< 150 ms, none',
      isMet: p95 < 150 && !empty,
    },
  ]
}
const timeline = ({ port, headers }: Session, agent: Agent): Promise<{ entries: number }> =>
  new Promise(done => {
    get({ host: '127.0.0.1', port, path: '/api/flySource-evidence/evidence/mine', headers, agent }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done({ entries: (JSON.parse(Buffer.concat(parts).toString()) as { data?: { entries?: unknown[] } }).data?.entries?.length ?? 0 }))
    }).on('error', () => done({ entries: 0 }))
  })
/** Entries of everybody, written without checks and indexed afterwards, unless they are there. */
async function enter(client: pg.Client): Promise<number> {
  const counted = async (): Promise<number> => Number((await client.query('select count(*) as n from evidence')).rows[0]?.n)
  if ((await client.query("select from evidence where source_type = 'bench' limit 1")).rowCount) return counted()
  const { rows: indexes } = await client.query<{ name: string; def: string }>(
    "select indexname as name, indexdef as def from pg_indexes where tablename = 'evidence' and schemaname = 'public' and indexname <> 'evidence_pkey'",
  )
  await client.query("set maintenance_work_mem = '1GB'")
  await client.query('set session_replication_role = replica')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(
    `insert into evidence (tenant_id, student_id, occurred_on, xn, xq_m, source_type, source_id, kind, level, quantity, title, grade, department_id, major_id, class_id)
      select s.tenant_id, s.id, d.day, case when k <= ${A_YEAR} then $1 end, '1', 'bench', s.n || '-' || k, ($2::text[])[1 + (s.n * 3 + k) % ${KINDS.length}],
        ($3::text[])[1 + (s.n + k * 7) % ${PLACES.length}], 1 + (s.n + k) % 4, '压测佐证 ' || k, s.grade, s.department_id, s.major_id, s.class_id
      from (select *, row_number() over (order by id)::int as n from student where deleted_at is null) s cross join generate_series(1, ${A_YEAR * YEARS}) k
        cross join lateral (select current_date - 1 - (k / ${A_YEAR}) * 365 - (s.n + k * 5) % 150 as day) d`,
    [schoolYearOf(today()), KINDS, PLACES],
  )
  for (const { def } of indexes) await client.query(def)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze evidence')
  return counted()
}
/** 50-CQ3: everybody, then one class. */
async function scored({ databases, say }: Bench, officer: Session): Promise<Line[]> {
  // nobody is in two evaluations of the same evidence
  await withClient(databases.school, c => c.query("delete from cqa_sheet t using cqa_scheme s where s.tenant_id = t.tenant_id and s.id = t.scheme_id and s.name like '压测测评 %'"))
  const id = await makeScheme(officer)
  const began = performance.now()
  await call(officer, `${CQA}/cqaScheme/publish`, { id, confirmGaps: true })
  const isDone = (): Promise<boolean> =>
    withClient(databases.school, async c =>
      Boolean((await c.query('select calculated_at is not null and calculating_since is null as done from cqa_scheme where id = $1', [id])).rows[0]?.done),
    )
  while (!(await isDone())) await pause(POLL_MS)
  const all = performance.now() - began
  const { rows } = await withClient(databases.school, c =>
    c.query<{ n: number; scored: number; classId: string }>(
      `select count(*)::int as n, count(*) filter (where total > 0)::int as scored, (array_agg(class_id))[1] as "classId" from cqa_sheet where scheme_id = $1 and state <> 'excluded'`,
      [id],
    ),
  )
  const { n = 0, scored: filled = 0, classId = '' } = rows[0] ?? {}
  const one = await median(async () => {
    await withClient(databases.school, c => c.query('update cqa_sheet set hash = null where scheme_id = $1 and class_id = $2', [id, classId]))
    await call(officer, `${CQA}/cqaSheet/calculate`, { schemeId: id, classId })
  })
  say(`${n} sheets, ${filled} scored: ${seconds(all)}; one class ${one.toFixed(0)} ms`)
  return [
    {
      work: `comprehensive evaluation of ${count(n)} students, ${1 + DIMENSIONS + LEAVES} indexes, ${count(n * A_YEAR)} entries: published, calculated and ranked`,
      figure: seconds(all),
      target: '≤ 240 s',
      isMet: all <= 240_000 && filled === n,
    },
    { work: 'one class of it anew', figure: `${one.toFixed(0)} ms`, target: '< 1 s', isMet: one < 1000 },
  ]
}
async function makeScheme(officer: Session): Promise<string> {
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  const on = (days: number): string => at(days).slice(0, 10)
  const { id } = await call<{ id: string }>(officer, `${CQA}/cqaScheme/add`, {
    ...{
      name: `压测测评 ${Date.now()}`,
      xn: schoolYearOf(today()),
      audience: { roles: ['student'], grades: GRADES },
      beginTime: at(-0.5),
      selfUntil: at(1),
      groupUntil: at(2),
      fdyUntil: at(3),
    },
    ...{
      endTime: at(4),
      snapshotOn: today(),
      evidenceFrom: on(-160),
      evidenceTo: today(),
      rankScopes: ['class', 'majorGrade', 'collegeGrade'],
      tieStyle: 'competition',
      fdyDelta: 1,
    },
    ...{ gradeCourses: 'all', gradeRetakes: 'none', noticeLevel: 'class', noticeWorkdays: 3, noticeColumns: ['name', 'total', 'rank'] },
  })
  const add = async (draft: object): Promise<string> => (await call<{ id: string }>(officer, `${CQA}/cqaIndex/add`, { schemeId: id, ...draft })).id
  const root = await add({ code: 'T', name: '总分', kind: 'group', combine: 'weighted', maxScore: 100, position: 0 })
  const dimensions: string[] = []
  for (let d = 0; d < DIMENSIONS; d++)
    dimensions.push(await add({ parentId: root, code: `D${d}`, name: `维度${d}`, kind: 'group', combine: 'sum', weight: 100 / DIMENSIONS, maxScore: 100, position: d }))
  for (let n = 0; n < LEAVES; n++) {
    const indexId = await add({ parentId: dimensions[n % DIMENSIONS], code: `I${n}`, name: `指标${n}`, kind: 'auto', baseScore: 5, minScore: 0, maxScore: 20, position: n })
    for (const level of [undefined, PLACES[n % PLACES.length]])
      await call(officer, `${CQA}/cqaPointRule/add`, {
        ...{ indexId, evidenceKind: KINDS[n % KINDS.length], points: level ? 2 : 1, teamSplit: 'full', sameAchievement: 'sum', capPerStudent: 10 },
        ...(level && { level }),
      })
  }
  return id
}
/** 50-TS: points by a sheet, and the same sheet again. */
async function imports({ databases, say }: Bench, officer: Session): Promise<Line[]> {
  const scheme = await call<{ id: string }>(officer, `${TS}/tsScheme/add`, { name: `压测操行分 ${Date.now()}`, kind: 'conduct', period: 'study', baseScore: 100 })
  const { id: categoryId } = await call<{ id: string }>(officer, `${TS}/tsCategory/add`, { schemeId: scheme.id, name: '压测', position: 1 })
  const item = {
    schemeId: scheme.id,
    categoryId,
    code: 'B1',
    name: `压测项目 ${Date.now()}`,
    direction: 'add',
    pointsMin: 0.5,
    pointsMax: 5,
    unit: 'once',
    source: 'import',
    isEnabled: true,
  }
  await call(officer, `${TS}/tsItem/add`, item)
  await call(officer, `${TS}/tsScheme/activate`, { id: scheme.id })
  const numbers = await withClient(databases.school, async c =>
    (await c.query<{ no: string }>("select student_no as no from student where status = 'active' order by 1")).rows.map(r => r.no),
  )
  const lines = Array.from({ length: SCORES }, (_, n) => [`${Date.now()}-${n}`, numbers[n % numbers.length] ?? '', item.name, today(), 1 + (n % 4)])
  const files = Array.from({ length: Math.ceil(SCORES / A_SHEET) }, (_, n) => join(databases.folder, `points-${n}.xlsx`))
  for (const [n, file] of files.entries()) await writeSheet(file, ['流水号', '学生', '考核项目', '日期', '分值'], lines.slice(n * A_SHEET, (n + 1) * A_SHEET))
  const balances = (): Promise<string> =>
    withClient(databases.school, async c =>
      String(
        (
          await c.query(
            "select coalesce(sum(points), 0) || ' of ' || count(*) || ' ' || md5(string_agg(student_id || ' ' || points, ',' order by student_id)) as b from point_account where scheme_id = $1",
            [scheme.id],
          )
        ).rows[0]?.b,
      ),
    )
  const send = async (): Promise<number> => {
    let took = 0
    for (const file of files) {
      const job = await importSheet(officer, `${TS}/pointImport/import`, file, 'upsert')
      if (job.state !== 'done') throw new Error(`the points ended as ${job.state}: ${job.message}`)
      took += job.seconds * 1000
    }
    return took
  }
  const first = await send()
  const before = await balances()
  const second = await send()
  const isSame = (await balances()) === before
  say(`${SCORES} points imported in ${seconds(first)}, again in ${seconds(second)}: ${before}`)
  return [
    { work: `${count(SCORES)} lines of points imported from ${files.length} sheets, upload to posted`, figure: seconds(first) },
    { work: 'the same sheets again', figure: `${seconds(second)}, ${isSame ? 'balances equal' : 'balances differ'}`, target: 'balances equal', isMet: isSame },
  ]
}
