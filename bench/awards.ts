import { DAY_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { giveAccounts } from './holiday.ts'
import { call, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const AWARD = '/api/flySource-award'
const CHECKED = ['bench-s1', 'bench-s2', 'bench-s3', 'bench-s4', 'bench-s5'] as const
const MOST_MS = 90_000
const le = (fact: string, value: number) => ({ fact, op: 'le', value })
const eq = (fact: string, value: string | number | boolean) => ({ fact, op: 'eq', value })
/** Fourteen conditions of an item, over all modules that know something of students. */
const CONDITIONS = [
  eq('student.status', 'active'),
  { fact: 'award.studyYear', op: 'ge', value: 1 },
  le('cqa.studyRankShare', 100),
  { fact: 'cqa.gpa', op: 'ge', value: 0 },
  { fact: 'cqa.average', op: 'ge', value: 0 },
  le('cqa.failed', 40),
  eq('hardship.isRecognised', false),
  le('award.count', 20),
  le('dormViolation.confirmed', 5),
  le('signIn.absencesThisTerm', 40),
  le('leave.daysThisTerm', 60),
  le('fee.arrears', 1_000_000),
  { fact: 'student.political', op: 'notIn', value: ['13'] },
  { fact: 'student.age', op: 'ge', value: 15 },
].map((when, n) => ({ name: `条件${n + 1}`, when }))
interface Simulated {
  total: number
  met: number
}
interface Offer {
  itemId: string
  mayApply: boolean
}
const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
/** 40-A: the conditions of an item run over a whole school, and asked of some students one by one. */
export async function awards({ ours, databases, say }: Bench): Promise<Line[]> {
  await withClient(databases.school, giveAccounts)
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const levels = [{ name: '不分等级', amount: 100_000, figure: null, share: null }]
  const draft = {
    code: `B${Date.now() % 1_000_000}`,
    name: `压测奖项${Date.now()}`,
    category: 'scholarship',
    awardGrade: 'school',
    subject: 'student',
    levels,
    needsStatement: false,
  }
  const { id: itemId } = await call<{ id: string }>(officer, `${AWARD}/awardItem/add`, draft)
  await call(officer, `${AWARD}/awardItem/saveConditions`, { id: itemId, conditions: CONDITIONS })
  const round = {
    name: '评奖压测',
    xn: '2026-2027',
    factsAsOf: at(0).slice(0, 10),
    beginTime: at(-1),
    endTime: at(5),
    audience: { roles: ['student'] },
    atEnd: 'stay',
    collegeWorkdays: 0,
  }
  const { id } = await call<{ id: string }>(officer, `${AWARD}/awardBatch/add`, { ...round, itemIds: [itemId] })
  const began = performance.now()
  const [found] = await call<Simulated[]>(officer, `${AWARD}/awardBatch/simulate?id=${id}`)
  const ms = performance.now() - began
  const { total = 0, met = 0 } = found ?? {}
  await call(officer, `${AWARD}/awardBatch/publish`, { id, confirmGaps: true })
  const answers = []
  for (const who of CHECKED)
    answers.push((await call<Offer[]>(await signIn(ours.port, who, PASSWORD), `${AWARD}/awardApplication/offers`)).some(o => o.itemId === itemId && o.mayApply))
  const isSame = met === total ? answers.every(Boolean) : met > 0 || answers.every(may => !may)
  say(`${total} students, ${met} meet all ${CONDITIONS.length}: ${(ms / 1000).toFixed(1)} s; one by one ${answers.filter(Boolean).length} of ${answers.length}`)
  const work = `${CONDITIONS.length} conditions of an award over ${total.toLocaleString('en')} students, counted by college`
  return [{ work, figure: `${(ms / 1000).toFixed(1)} s`, target: '≤ 90 s', isMet: ms <= MOST_MS && isSame }]
}
