import { Agent } from 'node:http'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { arrivalSlot } from '#modules/welcome/arrivals/model/slot.ts'
import type { Db } from '#server/context.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { letters } from './letters.ts'
import { atTheirTime } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { inSchool } from './school.ts'
import { admit, batchDraft, newGrade, OFFICE, openAccounts, staff, steps } from './welcome-school.ts'

const WELCOME = '/api/flySource-welcome'
const [NEW, SLOTS, SLOT_PACE] = [Math.min(9000, COUNT), 18, 30] as const
const CHOOSERS = Math.floor(NEW / 3)
const count = (n: number): string => n.toLocaleString('en')
const p95Of = (answers: ReadonlyArray<{ ms: number }>): number => answers.map(a => a.ms).toSorted((a, b) => a - b)[Math.ceil(answers.length * 0.95) - 1] ?? 0

/** The enrolment of a large school: letters of admission, and the slots of arrival. */
export async function welcome(bench: Bench): Promise<Line[]> {
  const { ours, databases, say } = bench
  await inSchool(databases, async db => {
    await staff(db)
    const majors = await newGrade(db)
    await db.tx(tx => admit(tx, majors, NEW))
  })
  const names = await inSchool(databases, db => openAccounts(db, NEW))
  const office = await signIn(ours.port, OFFICE, PASSWORD)
  const lines = await letters(bench, office, NEW)
  const { id: batchId } = await call<{ id: string }>(office, `${WELCOME}/welcomeBatch/add`, batchDraft())
  await inSchool(databases, db => steps(db, batchId))
  const entered = performance.now()
  await call(office, `${WELCOME}/welcomeBatch/publish`, { id: batchId })
  say(`${count(NEW)} new students entered in ${((performance.now() - entered) / 1000).toFixed(1)} s`)
  const slots = await inSchool(databases, db => slotsOf(db, batchId))
  const sessions = await signInAll(ours.port, names.slice(0, CHOOSERS), 'welcome')
  lines.push(await chooseSlots(bench, [...sessions.values()], slots, batchId))
  return lines
}
/** Fewer places than people: the last ones are told where there are some. */
async function slotsOf(db: Db, batchId: string): Promise<string[]> {
  const [place] = await db.query<{ id: string }>(sql`select id from campus where tenant_id = ${db.me.tenantId} limit 1`)
  const from = (n: number): string => new Date(Date.now() + (24 + n) * HOUR_MS).toISOString()
  const capacity = Math.ceil((CHOOSERS * 0.95) / SLOTS)
  await db.insertMany(
    arrivalSlot,
    Array.from({ length: SLOTS }, (_, n) => ({ batchId, campusId: place?.id ?? '', from: from(n), to: from(n + 1), capacity })),
  )
  return (await db.unscoped(arrivalSlot).all({ batchId }, { sort: ['from'] })).map(s => s.id) // of the bench
}
/** Half of them want one of three slots. */
async function chooseSlots({ databases, say }: Bench, sessions: readonly Session[], slots: readonly string[], batchId: string): Promise<Line> {
  const agent = new Agent({ keepAlive: true })
  const answers = await atTheirTime(sessions, SLOT_PACE, (session, n) =>
    post(session, `${WELCOME}/arrivalPlan/save`, JSON.stringify({ slotId: slots[n % 2 ? n % 3 : n % SLOTS], transport: 'train', companions: 1 }), agent),
  )
  agent.destroy()
  const { over, planned } = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ over: number; planned: number }>(
      `select (select count(*)::int from arrival_slot s where s.batch_id = $1 and (s.taken > s.capacity or s.taken <> (select count(*) from arrival_plan p where p.slot_id = s.id))) as over,
        (select count(*)::int from arrival_plan where batch_id = $1) as planned`,
      [batchId],
    )
    return rows[0] ?? { over: 1, planned: 0 }
  })
  const full = answers.filter(a => a.code === 422 && a.msg.includes('约满'))
  const lost = answers.filter(a => a.code !== 200 && !full.includes(a))
  const unsaid = full.filter(a => (a.msg.match(/、/g) ?? []).length < 2).length
  const p95 = p95Of(answers)
  say(
    `${count(answers.length)} choose a slot: p95 ${p95.toFixed(0)} ms, ${planned} planned, ${full.length} too late (${unsaid} without three others), ${lost.length} lost ${lost[0]?.msg ?? ''}, ${over} slots wrong`,
  )
  return {
    work: `${count(answers.length)} choose among ${SLOTS} slots at ${SLOT_PACE} a second, three times the rate of five minutes; ${count(full.length)} too late`,
    figure: `p95 ${p95.toFixed(0)} ms, ${over} overbooked, ${lost.length} lost`,
    target: '< 1 s, none',
    isMet: p95 < 1000 && !over && !lost.length,
  }
}
