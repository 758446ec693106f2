import { Agent } from 'node:http'
import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { activity } from '#modules/activity/model/activity.ts'
import { society } from '#modules/society/model/society.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { asked } from './asked.ts'
import type { Bench } from './bench.ts'
import { COUNT, withClient } from './database.ts'
import { manyStudents, type Signed } from './many.ts'
import { atTheirTime, p95Of } from './paced.ts'
import { type Answer, post } from './product.ts'
import type { Line } from './results.ts'
import { inSchool } from './school.ts'
import { sitting } from './sitting.ts'
import { visitors } from './visitors.ts'

/** Everything at its full size in a school of fifty thousand, and smaller with it. */
const of = (n: number): number => Math.max(10, Math.round(n * Math.min(1, COUNT / 20_000)))
/** Recruiting day: fifteen thousand joins in an hour, one society with a cap pressed by nine hundred in a minute; three times as fast. */
const SPEED = 3
const [SOCIETIES, CAP, RIVALS] = [120, of(200), of(900)]
const [JOINS_S, RIVALS_S] = [(15_000 / 3600) * SPEED, 15 * SPEED]
const [SEATS, WAITING, PRESSING, PRESS_S] = [of(300), of(100), of(12_000), 30]
const count = (n: number): string => n.toLocaleString('en')

/** Recruiting day, an activity everybody wants, an anonymous survey, a test of a whole year and the site on the day of admission. */
export async function community(bench: Bench): Promise<Line[]> {
  const { databases, ours } = bench
  const students = await withClient(databases.school, client => manyStudents(client, ours.port, PRESSING))
  return [
    ...(await recruiting(bench, students)),
    ...(await pressing(bench, students)),
    ...(await asked(bench, students, of(1800))),
    ...(await sitting(bench, students.slice(0, of(5000)))),
    ...(await visitors(bench)),
  ]
}
async function recruiting({ databases, say }: Bench, students: readonly Signed[]): Promise<Line[]> {
  const [full = '', ...others] = await inSchool(databases, makeSocieties)
  const rivals = students.slice(0, RIVALS)
  const joiners = students.slice(RIVALS, RIVALS + Math.ceil((RIVALS / RIVALS_S) * JOINS_S))
  const agent = new Agent({ keepAlive: true })
  const join = (by: Signed, societyId: string): Promise<Answer> => post(by, '/api/flySource-society/societyMember/join', JSON.stringify({ societyId }), agent)
  const [rushed, joined] = await Promise.all([
    atTheirTime(rivals, RIVALS_S, by => join(by, full)),
    atTheirTime(joiners, JOINS_S, (by, i) => join(by, others[i % others.length] ?? '')),
  ])
  agent.destroy()
  const inside = await withClient(
    databases.school,
    async c => (await c.query<{ n: number }>("select count(*)::int as n from society_member where society_id = $1 and state = 'active'", [full])).rows[0]?.n ?? 0,
  )
  const all = [...rushed, ...joined]
  const odd = rushed.filter(a => a.code !== 200 && !a.msg.includes(`${CAP}`)).length + joined.filter(a => a.code !== 200).length
  say(`${all.length} joins: p95 ${p95Of(all).toFixed(0)} ms, ${inside} in the society of ${CAP}, ${odd} answered otherwise ${joined.find(a => a.code !== 200)?.msg ?? ''}`)
  return [
    {
      work: `${count(all.length)} join societies at ${(RIVALS_S + JOINS_S).toFixed(0)} a second, ${count(RIVALS)} of them the one that takes ${CAP} (three times the pace of 15,000 in an hour)`,
      figure: `p95 ${p95Of(all).toFixed(0)} ms`,
      target: '≤ 800 ms',
      isMet: p95Of(all) <= 800,
    },
    { work: 'members of that one, and students told something else', figure: `${inside}, ${odd}`, target: `${CAP}, none`, isMet: inside === CAP && odd === 0 },
  ]
}
async function makeSocieties(db: Db): Promise<string[]> {
  const [unit] = await db.query<{ id: string }>(sql`select id from department where tenant_id = ${db.me.tenantId} limit 1`)
  const [advisor] = await db.query<{ id: string }>(sql`select id from teacher where tenant_id = ${db.me.tenantId} limit 1`)
  const made = Date.now()
  const drafts = Array.from({ length: SOCIETIES }, (_, n) => ({
    ...{ id: uuidv7(), code: `${made}-${n}`, name: `压测社团 ${made} ${n}`, category: 'academic', level: 'school' as const, purpose: '压测', joinWay: 'open' as const },
    ...{ guidanceUnitId: unit?.id ?? '', advisorId: advisor?.id ?? '', memberCap: n ? null : CAP, foundedOn: today() },
  }))
  await db.insertMany(society, drafts, { history: false })
  return drafts.map(d => d.id)
}
interface Standing {
  admitted: number
  waiting: number
  gaps: number
  twice: number
}
/** 60-AT3: everybody presses within half a minute; seats, then the waiting list, in the order of arrival without a gap. */
async function pressing({ databases, say }: Bench, students: readonly Signed[]): Promise<Line[]> {
  const activityId = await inSchool(databases, db => makeActivity(db, students[0]?.userId ?? ''))
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const body = JSON.stringify({ activityId })
  const perSecond = students.length / PRESS_S
  const answers = await atTheirTime(students, perSecond, by => post(by, '/api/flySource-activity/activityEnrolment/enrol', body, agent))
  agent.destroy()
  const { admitted, waiting, gaps, twice } = await withClient(databases.school, client => standing(client, activityId))
  const lost = answers.filter(a => a.code !== 200 && !a.msg.includes('已满'))
  const p95 = p95Of(answers)
  say(
    `${answers.length} press: p95 ${p95.toFixed(0)} ms; ${admitted} admitted, ${waiting} waiting, ${gaps} gaps, ${twice} twice, ${lost.length} answered otherwise ${lost[0]?.msg ?? ''}`,
  )
  return [
    {
      work: `${count(answers.length)} students press for ${SEATS} seats within ${PRESS_S} s, ${perSecond.toFixed(0)} a second`,
      figure: `p95 ${p95.toFixed(0)} ms`,
      target: '≤ 1 s',
      isMet: p95 <= 1000,
    },
    {
      work: 'admitted, waiting, gaps in their order, students with two places, answered neither way',
      figure: `${admitted}, ${waiting}, ${gaps}, ${twice}, ${lost.length}`,
      target: `${SEATS}, ${WAITING}, none`,
      isMet: admitted === SEATS && waiting === WAITING && !gaps && !twice && !lost.length,
    },
  ]
}
async function makeActivity(db: Db, applicantId: string): Promise<string> {
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  const draft = {
    ...{
      title: `压测讲座 ${Date.now()}`,
      summary: '压测',
      category: 'artsSports',
      level: 'school',
      startAt: at(9),
      endAt: at(9.1),
      place: '礼堂',
      enrolFrom: at(-1),
      enrolTo: at(8),
    },
    ...{ quota: SEATS, waitlist: WAITING, hours: 2, organiserType: 'department', applicantId, state: 'approved' },
  }
  return (await db.insert(activity, draft as DraftOf<typeof activity>)).id
}
async function standing(client: Parameters<Parameters<typeof withClient>[1]>[0], activityId: string): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `select count(*) filter (where state = 'admitted')::int as admitted, count(*) filter (where state = 'waiting')::int as waiting, (max(seq) - count(*))::int as gaps,
      (count(*) - count(distinct student_id) + count(*) filter (where (seq <= $2) <> (state = 'admitted')))::int as twice from activity_enrolment where activity_id = $1`,
    [activityId, SEATS],
  )
  return rows[0] ?? { admitted: 0, waiting: 0, gaps: 0, twice: 0 }
}
