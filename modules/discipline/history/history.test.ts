import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Level } from '../cases/model/levels.ts'
import { takeNumber } from '../cases/server/api.ts'
import { barredFrom } from '../force/server/effects.ts'
import { type DisciplineSchool, disciplineSchool, must, type Pupil } from '../testing.ts'

let s: DisciplineSchool
let who: Pupil
let no: string
beforeAll(async () => {
  s = await disciplineSchool()
  who = await s.pupil('周雨桐')
  await s.db.query(sql`update violation_rule set max_level = 'demerit' where id = ${s.ruleId}`)
  no = (await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${who.id}`))[0]?.no ?? ''
})
afterAll(() => s.close())
const ago = (days: number): string => addDays(today(), -days)
const HEADER = ['处分文号', '学生', '案由', '违纪类别', '发生日期', '违反条款', '处分', '超出条款幅度的理由', '决定日期', '决定书送达', '解除日期', '解除文号']
interface Line {
  occurred?: number
  level?: string
  reason?: string
  decided?: number
  served?: number
  lifted?: number
  liftNo?: string
}
const line = (documentNo: string, { occurred = 300, level = '警告', reason = '', decided = 280, served = 270, lifted, liftNo = `解${documentNo}` }: Line = {}) => [
  ...[documentNo, no, '夜不归宿', '扰乱秩序', ago(occurred), 'A01', level, reason, ago(decided), ago(served)],
  ...(lifted === undefined ? ['', ''] : [ago(lifted), liftNo]),
]
async function imported(lines: ReadonlyArray<ReadonlyArray<string>>): Promise<Job> {
  const sent = await upload<{ jobId: string }>(s.officer, 'discipline/pastPunishment/import', await sheet(HEADER, lines), '历史处分.xlsx', { mode: 'upsert' })
  return settled(s.officer, sent.data.jobId)
}
const carried = async (documentNo: string) => {
  const [row] = await s.db.query<{ id: string; state: string; level: Level; end: string | null; caseId: string }>(
    sql`select id, state, decided_level as level, period_end::text as end, case_id as "caseId" from punishment where document_no = ${documentNo}`,
  )
  return row
}
it('old punishments are imported by their number, carried on as cases, and repeating the import doubles nothing', async () => {
  const lines = [
    line('旧〔2025〕1号', { lifted: 20 }),
    line('旧〔2025〕2号', { occurred: 30, decided: 20, served: 10, level: '记过' }),
    line('旧〔2025〕3号', { level: '开除学籍', reason: '伙同校外人员' }),
  ]
  const job = await imported(lines)
  expect([job.errors, job.ok]).toEqual([[], 3])
  await commit(s.officer, job)
  await s.server.settle()
  expect([(await carried('旧〔2025〕1号'))?.state, (await carried('旧〔2025〕3号'))?.state]).toEqual(['lifted', 'executed'])
  const running = await carried('旧〔2025〕2号')
  expect(running).toMatchObject({ state: 'inForce', level: 'demerit', end: addDays(addMonths(ago(10), 10), -1) })
  expect(await s.case(running?.caseId ?? '')).toMatchObject({ title: '夜不归宿', departmentId: s.ids.info, sourceType: 'pastPunishment' })
  // what is in force bars, and the student reads it
  expect((await barredFrom(s.db, [who.id], 'awards', today())).get(who.id)).toBe('demerit')
  expect(await must(who.actor.get<unknown[]>('discipline/punishment/mine'))).toHaveLength(3)
  const stated = await s.db.query<{ n: number }>(sql`select count(*)::int as n from evidence where student_id = ${who.id} and source_type = 'discipline.punishment'`)
  expect(stated).toEqual([{ n: 2 }])
  const again = await imported(lines)
  expect([again.errors, again.toAdd, again.unchanged]).toEqual([[], 0, 3])
  const [count] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from punishment where student_id = ${who.id}`)
  expect(count?.n).toBe(3)
  const changed = await imported([line('旧〔2025〕1号', { lifted: 15 })])
  expect(changed.errors.map(e => e.rule.split('.').at(-1))).toEqual(['imported'])
})
it('50-PN12 nobody owes reports of months before the punishment was carried on', async () => {
  await commit(s.officer, await imported([line('旧〔2025〕4号', { level: '留校察看', reason: '持械' })]))
  const punishmentId = (await carried('旧〔2025〕4号'))?.id
  const { months, checks } = await must(who.actor.get<{ months: string[]; checks: Array<{ name: string; isMet: boolean }> }>('discipline/punishmentLift/checks', { punishmentId }))
  expect([months, checks.find(c => c.name === '每月思想汇报')?.isMet]).toEqual([[], true])
})
it('50-PN6 numbers of this year that were given on paper are passed over', async () => {
  const head = `校学处〔${today().slice(0, 4)}〕`
  await commit(s.officer, await imported([line(`${head}7号`, { lifted: 20, liftNo: `${head.replace('处', '解')}3号` })]))
  const next = await s.punishment(await s.decided(await s.pupil('吴用'), 'warning'))
  expect(next.documentNo).toBe(`${head}8号`)
  expect(await s.db.tx(db => takeNumber(db, 'liftPattern'))).toBe(`${head.replace('处', '解')}4号`)
  expect((await imported([line(`${head}8号`)])).errors.map(e => e.rule.split('.').at(-1))).toEqual(['taken'])
})
it('refuses who was not enrolled on the day, a level beyond the article without a reason, and dates against their order', async () => {
  const job = await imported([
    line('错1', { occurred: 9000 }),
    line('错2', { level: '留校察看' }),
    line('错3', { served: 285 }),
    line('错4', { decided: 310 }),
    line('错5', { lifted: 275 }),
    line('错6', { served: -1 }),
    line('错7', { level: '开除学籍', reason: '情节严重', lifted: 10 }),
  ])
  expect(job.errors.map(e => e.rule.split('.').at(-1))).toEqual(['notEnrolled', 'range', 'servedEarly', 'decidedEarly', 'liftedEarly', 'future', 'noLift'])
  expect(job.errors[2]?.msg).toBe(`送达日期 ${ago(285)} 早于决定日期 ${ago(280)}`)
})
