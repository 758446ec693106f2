import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { poolSays } from '../../places/model/pool.ts'
import { arrange } from '../../stays/server/api.ts'
import { type Offer, type Place, placeLeft } from '../model/place.ts'
import { claimRound } from '../model/round.ts'
import { settleRound } from '../model/staff-actions.ts'
import { leftOf } from './board.ts'
import { tellSettled } from './conditions.ts'
import { bedsFor, type Round, readRound } from './facts.ts'
import { askCounsellors } from './left-todos.ts'
import { inPool, offered } from './similar.ts'

type Left = Awaited<ReturnType<typeof leftOf>>
/** 20-DC9: once, after the end, and only if the number of students equals the one previewed. */
const settle = handle(settleRound, async (ctx, { id, students }) => {
  const { db, refuse } = ctx
  const row = await db.visible(claimRound).lock(id)
  const round = readRound(row)
  if (round.trial) refuse('trial', { name: round.name })
  if (phaseOf(round) !== 'closed') refuse('notClosed', { name: round.name, phase: roundPhases.labels[phaseOf(round)] })
  if (round.stage === 'settled') refuse('settled', { name: round.name, at: schoolTimeText(round.settledAt ?? '') })
  const left = await leftOf(db, round, false)
  if (left.length !== students) refuse('changed', { before: students, now: left.length })
  const placed = round.fallback === 'presort' ? await placeThem(db, round, left) : new Map<string, Place>()
  const others = left.filter(s => !placed.has(s.studentId))
  await askCounsellors(db, round, others)
  const [claimed] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from dorm_stay where tenant_id = ${db.me.tenantId} and batch_id = ${id} and source = 'claim' and is_open and state <> 'held'`,
  )
  await db.update(claimRound, id, {
    state: 'closed',
    stage: 'settled',
    settledAt: new Date().toISOString(),
    claimedCount: claimed?.n ?? 0,
    fallbackCount: placed.size,
    leftCount: others.length,
  })
  await tellSettled(
    db,
    round,
    placed,
    others.map(o => o.studentId),
  )
  return { placed: placed.size, left: others.length }
})
async function placeThem(db: Db, round: Round, left: Left): Promise<Map<string, Place>> {
  const free = (await bedsFor(db, round, sql`b.deleted_at is null and ${inPool(round.pool)} and ${offered(round)}`)).filter(b => !b.isTaken)
  const colleges = new Map(
    (
      await db.query<{ id: string; departmentId: string | null }>(
        sql`select id, department_id as "departmentId" from student where tenant_id = ${db.me.tenantId} and id = any(${left.map(s => s.studentId)}::uuid[])`,
      )
    ).map(s => [s.id, s.departmentId]),
  )
  const classes = await classesIn(db, [...new Set(free.map(b => b.roomId))])
  const offers: Offer[] = free.map(b => ({
    bedId: b.id,
    roomId: b.roomId,
    genderCode: b.genderCode,
    mayUse: who => poolSays(round.pool, b, { classId: who.classId, departmentId: colleges.get(who.studentId) ?? null }) === 'ok',
    classIds: classes.get(b.roomId) ?? new Set(),
  }))
  const given = placeLeft(left, offers)
  await arrange(
    db,
    [...given].map(([studentId, { bedId }]) => ({ studentId, bedId, kind: 'main' as const, source: 'presort' as const, plannedIn: round.moveIn, batchId: round.id })),
  )
  return given
}
async function classesIn(db: Db, roomIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ roomId: string; classIds: string[] }>(sql`select room_id as "roomId", array_agg(distinct class_id::text) as "classIds" from dorm_stay
    where tenant_id = ${db.me.tenantId} and is_open and class_id is not null and room_id = any(${[...roomIds]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.roomId, new Set(r.classIds)]))
}
export default settle
