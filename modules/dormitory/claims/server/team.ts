import sql from 'sql-template-tag'
import { fill } from '#model'
import { yuanText } from '#model/money.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { randomCode } from '#server/base/random-code.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { GENDER_WORDS } from '../../stays/model/rules.ts'
import { lockStays, tellReserved } from '../../stays/server/api.ts'
import { CLAIM_REFUSALS } from '../model/refusals.ts'
import { claimTeam } from '../model/round.ts'
import { againstBed } from '../model/rules.ts'
import { joinTeam, leaveTeam, makeTeam, teamClaim } from '../model/team-actions.ts'
import { turnOf } from '../model/waves.ts'
import type { Claimant } from './audience.ts'
import { take } from './claim-bed.ts'
import { isLookedAfter, lockLacks, saidOf } from './conditions.ts'
import { bedsFor, type ClaimantFacts, choosersOf, claimFault, lackingPhoto, mustBeReal, mustBeStudent, namesOf, owedBy, type Round, roundOf } from './facts.ts'
import { asTaken, claiming, HIDDEN } from './hold-bed.ts'
import { writeLines } from './log.ts'

const newCode = (): string => randomCode(5)
const USUAL_MAX = 16
/** A room is judged whichever of its beds are free. */
const FREE = { isTaken: false, isLocked: false, isEnabled: true } as const

interface Member {
  studentId: string
}
const membersOf = async (db: Db, teamId: string): Promise<string[]> =>
  (
    await db.query<Member>(sql`select student_id as "studentId" from claim_team_member where tenant_id = ${db.me.tenantId} and team_id = ${teamId} order by joined_at, student_id`)
  ).map(m => m.studentId)
/** One team per student and round; returns false if they are in one already. */
const enter = async (db: Db, roundId: string, teamId: string, studentId: string): Promise<boolean> =>
  (
    await db.query(
      sql`insert into claim_team_member (tenant_id, round_id, student_id, team_id) values (${db.me.tenantId}, ${roundId}, ${studentId}, ${teamId}) on conflict do nothing returning 1 as made`,
    )
  ).length > 0
async function free(ctx: ActionCtx<typeof makeTeam>, roundId: string): Promise<{ round: Round; who: ClaimantFacts }> {
  const studentId = mustBeStudent(ctx.db)
  const round = await roundOf(ctx.db, roundId)
  mustBeReal(round)
  const [who] = await choosersOf(ctx.db, round, [studentId])
  if (!who) throw claimFault({ rule: 'notStudent', values: {} })
  if (who.own) ctx.refuse('hasOwn', { bed: who.own.bed })
  if (who.team) ctx.refuse('alreadyIn', { code: who.team.code })
  return { round, who }
}
const make = handle(makeTeam, async (ctx, { roundId }) => {
  const { db } = ctx
  const { who } = await free(ctx, roundId)
  const code = newCode()
  const team = await db.insert(claimTeam, { roundId, leaderId: who.id, code })
  if (!(await enter(db, roundId, team.id, who.id))) ctx.refuse('alreadyIn', { code: '—' })
})
const join = handle(joinTeam, async (ctx, { roundId, code }) => {
  const { db, refuse } = ctx
  const { round, who } = await free(ctx, roundId)
  const wanted = code.trim().toUpperCase()
  const found = await db.unscoped(claimTeam).find({ roundId, code: wanted }) // the code authorises joining
  if (!found) return refuse('noTeam', { code: wanted }, 'code')
  const team = await db.unscoped(claimTeam).lock(found.id, 'join') // row lock: two students cannot both take the last place
  const members = await choosersOf(db, round, await membersOf(db, team.id))
  const max = round.teamMax ?? USUAL_MAX
  if (members.length >= max) refuse('full', { code: wanted, max }, 'code')
  const other = members.find(m => m.genderCode !== who.genderCode)
  if (other) refuse('otherGender', { code: wanted, team: GENDER_WORDS[other.genderCode] ?? '—', student: GENDER_WORDS[who.genderCode] ?? '—' }, 'code')
  if (!(await enter(db, roundId, team.id, who.id))) refuse('alreadyIn', { code: '—' })
})
/** The team dissolves when its leader leaves. */
const leave = handle(leaveTeam, async ({ db, refuse }, { roundId }) => {
  const studentId = mustBeStudent(db)
  const round = await roundOf(db, roundId)
  const [who] = await choosersOf(db, round, [studentId])
  if (!who?.team) return refuse('noTeam')
  const team = await db.unscoped(claimTeam).lock(who.team.id, 'leave') // restricted to the caller's own rows
  const all = team.leaderId === studentId
  await db.query(sql`delete from claim_team_member where tenant_id = ${db.me.tenantId} and team_id = ${team.id} and (${all}::boolean or student_id = ${studentId})`)
  if (all) await db.update(claimTeam, team.id, { state: 'dissolved' })
})
const claimRoom = handle(teamClaim, (ctx, { roundId, roomId }) =>
  claiming(ctx, roundId, { action: 'team', bedId: null }, (_, standing, note) => {
    mustBeReal(standing.round)
    return ctx.db.tx(async db => {
      const answer = await houseTeam({ ...ctx, db }, standing, roomId)
      await note.done(db)
      return answer
    })
  }),
)
/** 20-DC5: n beds of one room, or none. The beds are confirmed at once: joining counted as consent. */
async function houseTeam(ctx: ActionCtx<typeof teamClaim>, standing: Claimant, roomId: string) {
  const { db, refuse } = ctx
  const { round, who, turn } = standing
  if (who.team?.state !== 'open') return refuse('noTeam')
  if (who.team.leaderId !== who.id) refuse('notLeader', { leader: who.team.leader })
  const team = await db.unscoped(claimTeam).lock(who.team.id) // locked: nobody joins or leaves from here
  if (team.state !== 'open') refuse('noTeam')
  const ids = await membersOf(db, team.id)
  if (ids.length < 2) refuse('alone')
  const members = (await choosersOf(db, round, ids)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const beds = await bedsFor(db, round, sql`b.room_id = ${roomId}`, sql`order by b.bed_no`)
  const [first] = beds
  const names = await namesOf(db)
  const own = first && againstBed(round, who, { ...first, ...FREE }, names)
  if ((!first || (own && HIDDEN.includes(own.rule))) && (await isLookedAfter(db, round))) throw await asTaken(db, standing, roomId)
  if (!first) throw claimFault({ rule: 'bedUnknown', values: {} })
  await mustAllChoose(ctx, round, members, first)
  const open = beds.filter(b => !againstBed(round, who, b, names))
  if (open.length < members.length) refuse('tooFew', { room: first.room, free: open.length, count: members.length })
  const wants = members.map((m, i) => ({ studentId: m.id, bedId: open[i]?.id ?? '' }))
  const won = await take(db, round, { wants, state: 'reserved', closesAt: turn.closesAt })
  if (won.length < members.length) refuse('tooFew', { room: first.room, free: won.length, count: members.length })
  await db.update(claimTeam, team.id, { state: 'housed' })
  const others = won.filter(w => w.studentId !== who.id)
  await writeLines(
    db,
    others.map(w => ({ roundId: round.id, studentId: w.studentId, bedId: w.bedId, action: 'team' as const, result: 'ok', ms: 0 })),
  )
  const stays = await lockStays(
    db,
    won.map(w => w.stayId),
  )
  await tellReserved(db, stays, await studentsOf(db, ids))
  return { room: first.room, count: won.length, now: new Date().toISOString() }
}
/** All members must be able to choose now; names the first who is not. */
async function mustAllChoose({ db, refuse }: ActionCtx<typeof teamClaim>, round: Round, members: readonly ClaimantFacts[], place: Parameters<typeof againstBed>[2]): Promise<void> {
  const names = await namesOf(db)
  const owed = await owedBy(
    db,
    round,
    members.map(m => m.id),
  )
  const photoless = await lackingPhoto(
    db,
    round,
    members.map(m => m.id),
  )
  const lacking = await lockLacks(
    db,
    round,
    members.map(m => m.id),
  )
  for (const m of members) {
    if (m.own) refuse('memberHasBed', { name: m.name, bed: m.own.bed })
    if (!turnOf(round, m, Date.now())?.isOpen) refuse('memberTurn', { name: m.name })
    const fen = owed.get(m.id)
    if (fen) refuse('memberFee', { name: m.name, amount: yuanText(fen) })
    if (photoless.has(m.id)) refuse('memberPhoto', { name: m.name })
    const lacks = lacking.get(m.id) ?? []
    if (lacks.length) refuse('memberBlocked', { name: m.name, why: saidOf(lacks) })
    const fault = againstBed(round, m, { ...place, ...FREE }, names)
    if (fault) refuse('memberRoom', { name: m.name, room: place.room, why: fill(CLAIM_REFUSALS[fault.rule], fault.values) })
  }
}
export default [make, join, leave, claimRoom]
