import { Agent } from 'node:http'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { giveAccounts } from './holiday.ts'
import { median } from './median.ts'
import { call, post, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const OUTING = '/api/flySource-outing'
const DAY_MS = 86_400_000
/** Facts of every module that declares some; nobody meets the last. */
const CONDITIONS = [
  { name: '在读', when: { fact: 'student.status', op: 'eq', value: 'active' } },
  { name: '成年', when: { fact: 'student.age', op: 'ge', value: 18 } },
  {
    name: '表现',
    when: {
      all: [
        { fact: 'dormViolation.serious', op: 'eq', value: 0 },
        { fact: 'signIn.absencesThisTerm', op: 'le', value: 3 },
        {
          any: [
            { fact: 'leave.daysThisTerm', op: 'le', value: 10 },
            { fact: 'dormRoom.isCivilised', op: 'eq', value: true },
          ],
        },
      ],
    },
  },
  { name: '年级', when: { fact: 'student.grade', op: 'lt', value: 1990 } },
] as const
interface Preview {
  total: number
  met: number
}
/** Conditions of a round, asked of one student who answers and of a whole school at once. */
export async function facts({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  await withClient(databases.school, giveAccounts)
  const [from, to] = [20, 27].map(days => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)) as [string, string]
  const plan = await call<{ id: string }>(officer, `${OUTING}/holidayPlan/add`, {
    name: `条件压测 ${Date.now()}`,
    beginTime: new Date(Date.now() - DAY_MS).toISOString(),
    endTime: new Date(Date.now() + DAY_MS).toISOString(),
    audience: { roles: ['student'] },
    kind: 'short',
    holidayFrom: from,
    holidayTo: to,
  })
  await call(officer, `${OUTING}/holidayPlan/saveConditions`, { id: plan.id, conditions: CONDITIONS })
  const began = performance.now()
  const { total, met } = await call<Preview>(officer, `${OUTING}/holidayPlan/qualify?id=${plan.id}`)
  const allMs = performance.now() - began
  await call(officer, `${OUTING}/holidayPlan/publish`, { id: plan.id })
  const student = await signIn(ours.port, 'bench-s1', PASSWORD)
  const answer = JSON.stringify({ planId: plan.id, choice: 'stay' })
  const agent = new Agent({ keepAlive: true })
  let refusal = 0
  const oneMs = await median(async () => {
    refusal = (await post(student, `${OUTING}/holidayDestination/answer`, answer, agent)).code
  })
  agent.destroy()
  say(`${total} students, ${met} meet all: ${(allMs / 1000).toFixed(1)} s; one answers ${refusal} in ${oneMs.toFixed(0)} ms`)
  return [
    {
      work: `four conditions over eight facts of five modules, asked of ${total.toLocaleString('en')} students, with the reasons of each`,
      figure: `${(allMs / 1000).toFixed(1)} s`,
      target: '≤ 20 s',
      isMet: allMs <= 20_000,
    },
    { work: 'the same conditions when one student answers and is refused', figure: `${oneMs.toFixed(0)} ms`, target: '≤ 50 ms', isMet: oneMs <= 50 && refusal === 422 },
  ]
}
