import sql from 'sql-template-tag'
import { mustAllow, type Refusal, refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { casesOf, mayReadRow, meantForCaller, mustTakePart, resubmit, seatsOf, submit, withdraw } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { dormRoom } from '../../places/model/places.ts'
import { civilisedRoom, civilisedRound, civilisedStates } from '../model/civilised.ts'
import { applyCivilised, civilisedCard, myCivilised, withdrawCivilised } from '../model/civilised-actions.ts'
import { againstTitle, type RoomFacts } from '../model/civilised-rules.ts'
import { civilisedSubject } from '../model/flow.ts'
import { checkWeek } from '../model/record.ts'
import type { Round, Title } from './civilised.ts'
import { mainClass, residentsOf, roomOf } from './occupants.ts'
import { factsOf, seatOf } from './room-facts.ts'

const EMPTY: RoomFacts = { mean: null, lowest: null, checks: 0, violations: 0 }
const refused = (key: string, values: Record<string, unknown> = {}): Refusal => refusalOf(civilisedRoom, key, values)
/** The first condition a room fails, as text. */
function problemOf(facts: RoomFacts, of: Round, room: string): Refusal | undefined {
  const against = againstTitle(facts, of)
  return against && refused(against.key, { room, from: of.from, to: of.to, ...against.values })
}
/** One application per room: the first occupant wins; a withdrawn or returned one is resubmitted. */
const apply = handle(applyCivilised, async (ctx, { roundId, reason }) => {
  const { db, me } = ctx
  const of = await db.unscoped(civilisedRound).one(roundId) // the audience is checked next
  await mustTakePart(db, civilisedRound, of)
  const studentId = ownStudentId(me)
  const room = await roomOf(db, studentId)
  if (!room) throw refused('noRoom')
  const facts = (await factsOf(db, [room.id], of)).get(room.id) ?? EMPTY
  const problem = problemOf(facts, of, room.fullName)
  if (problem) throw problem
  const residents = await residentsOf(db, [room.id], today())
  const judged = {
    mean: facts.mean ?? 0,
    lowest: facts.lowest ?? 0,
    checks: facts.checks,
    studentIds: residents.map(r => r.studentId),
    reason: reason ?? null,
    studentId,
    ...mainClass(residents),
  }
  const made = await db.insertOrSkip(civilisedRoom, { roundId, roomId: room.id, state: 'pending', ...judged })
  if (made) return { id: made.id, nextStep: (await submit(ctx, civilisedSubject, made, { batchId: roundId })).nextStep ?? null }
  const had = await again(ctx, roundId, room)
  const changed = await db.update(civilisedRoom, had.id, { ...judged, ...(had.state === 'withdrawn' ? { state: 'pending' } : {}) })
  const sent = had.state === 'returned' ? await resubmit(ctx, civilisedSubject, changed) : await submit(ctx, civilisedSubject, changed, { batchId: roundId })
  return { id: had.id, nextStep: sent.nextStep ?? null }
})
async function again({ db }: Ctx, roundId: string, room: { id: string; fullName: string }): Promise<Title> {
  const found = await db.unscoped(civilisedRoom).find({ roundId, roomId: room.id }) // of the reader's own room
  if (!found) throw notFound()
  const row = await db.unscoped(civilisedRoom).lock(found.id) // see above
  if (row.state === 'returned' || row.state === 'withdrawn') return row
  const [who] = await db.query<{ name: string }>(sql`select name from student where tenant_id = ${db.me.tenantId} and id = ${row.studentId}`)
  throw refused('twice', { room: room.fullName, name: who?.name ?? '—', state: civilisedStates.labels[row.state] })
}
const back = handle(withdrawCivilised, async (ctx, { id }) => {
  const row = await ctx.db.unscoped(civilisedRoom).lock(id) // ownership is checked next
  if (!ctx.me.studentId || row.studentId !== ctx.me.studentId) throw notFound()
  mustAllow(civilisedRoom, row, 'withdraw')
  await withdraw(ctx, { bizType: 'civilisedRoom', bizId: id })
})
const mine = handle(myCivilised, async ({ db, me, lang }) => {
  const room = me.studentId ? await roomOf(db, me.studentId) : undefined
  if (!room) return []
  const rounds = await db.unscoped(civilisedRound).all({ state: ['published', 'paused', 'closed'] }, { sort: ['-beginTime'], limit: 4 }) // filtered to the reader's audience
  const meant = await meantForCaller(db, civilisedRound, rounds)
  const titles = await db.unscoped(civilisedRoom).all({ roomId: room.id, roundId: meant.map(of => of.id) }) // of the reader's own room
  const cases = await casesOf(
    db,
    'civilisedRoom',
    titles.map(x => x.id),
    lang,
  )
  return Promise.all(
    meant.map(async of => {
      const title = titles.find(x => x.roundId === of.id)
      const facts = (await factsOf(db, [room.id], of)).get(room.id) ?? EMPTY
      const problem = problemOf(facts, of, room.fullName)
      const [who] = title ? await db.query<{ name: string }>(sql`select name from student where tenant_id = ${me.tenantId} and id = ${title.studentId}`) : []
      return {
        roundId: of.id,
        name: of.name,
        endTime: of.endTime,
        from: of.from,
        to: of.to,
        isOpen: isOpen(of),
        room: room.fullName,
        mean: facts.mean,
        lowest: facts.lowest,
        checks: facts.checks,
        problem: problem ? problem.issues.map(i => formatIssue(lang, i)).join('；') : null,
        id: title?.id ?? null,
        state: title?.state ?? null,
        applicant: who?.name ?? null,
        nextStep: title ? (cases.get(title.id)?.nextStep ?? null) : null,
        mayWithdraw: title?.studentId === me.studentId && (title?.state === 'pending' || title?.state === 'returned'),
      }
    }),
  )
})
async function readable(ctx: Ctx, id: string): Promise<Title> {
  const row = await ctx.db.visibleFor(civilisedRoom, 'dormitory:civilisedRoom:list').find({ id })
  if (row) return row
  if (!(await mayReadRow(ctx, { bizType: 'civilisedRoom', bizId: id }))) throw notFound()
  return ctx.db.unscoped(civilisedRoom).one(id) // the flow decides who may read
}
/** Rank among the college's remaining applications. */
async function placeOf(db: Db, row: Title): Promise<number> {
  const [found] = await db.query<{ n: number }>(sql`select count(*)::int + 1 as n from civilised_room where tenant_id = ${db.me.tenantId} and round_id = ${row.roundId}
    and department_id is not distinct from ${row.departmentId}::uuid and state in ('pending', 'returned', 'approved', 'publicised', 'awarded') and mean > ${row.mean}`)
  return found?.n ?? 1
}
const card = handle(civilisedCard, async (ctx, { id }) => {
  const { db } = ctx
  const row = await readable(ctx, id)
  const of = await db.unscoped(civilisedRound).one(row.roundId) // of a row the reader may read
  const room = await db.unscoped(dormRoom).one(row.roomId) // of a row the reader may read
  const weeks = await db.unscoped(checkWeek).all({ level: 'room', roomId: row.roomId, 'week.ge': of.from, 'week.le': of.to }, { sort: ['week'] }) // of the same room
  const facts = (await factsOf(db, [row.roomId], of)).get(row.roomId) ?? EMPTY
  const seats = await seatsOf(db, row.roundId, seatOf(row).holder)
  const members = await residentsOf(db, [row.roomId], today())
  return {
    id,
    room: room.fullName ?? '',
    college: (await db.cached(department)).get(row.departmentId ?? '')?.name ?? null,
    state: row.state,
    from: of.from,
    to: of.to,
    mean: facts.mean,
    lowest: facts.lowest,
    minMean: of.minMean,
    minSingle: of.minSingle,
    weeks: weeks.map(({ week, score }) => ({ week, score })),
    members: members.map(({ name, className }) => ({ name, className })),
    violations: facts.violations,
    quota: seats.issued,
    used: seats.used,
    place: await placeOf(db, row),
    reason: row.reason,
  }
})
export default [apply, back, mine, card]
