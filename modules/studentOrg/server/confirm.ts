import { refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, handle } from '#server/context.ts'
import { copyAttached } from '#server/files/copy-attached.ts'
import { orgAppointment } from '../model/appointment.ts'
import { type Candidate, type Election, orgCandidate, orgElection } from '../model/election.ts'
import { confirmElection, nextRound } from '../model/election-actions.ts'
import { appointmentSubject } from '../model/flow.ts'
import { UNIONS } from '../model/org.ts'
import { orgPost } from '../model/post.ts'
import { candidatesOf, mustLieAhead, refuse, seatsIn } from './elections.ts'
import { beginPosts } from './office.ts'
import { faultsOf, faultText, freeSeat, lockForSeat, termOn } from './place.ts'

type Reasons = ReadonlyMap<string, string>
/** Who was elected takes office: all students are locked by id, then the organisation; whoever does not fit any more is passed over with a reason, and only they. */
async function install(ctx: Ctx, row: Election, winners: readonly Candidate[], reasons: Reasons): Promise<void> {
  const { db, me } = ctx
  const { people, org } = await lockForSeat(
    db,
    winners.map(w => w.studentId),
    row.orgId,
  )
  const term = await termOn(db, org, row.from)
  const span = { from: row.from, to: term.to }
  const made: string[] = []
  for (const { id, studentId, postId, gradesNote } of winners) {
    const [who, post, why] = [people.get(studentId), await db.unscoped(orgPost).one(postId), reasons.get(id)] // of a row in scope
    if (!who) continue
    const faults = await faultsOf(db, who, org, post, span, { gradesNote })
    if (why && !faults.length) refuse('eligible', { name: who.name }, 'passOver')
    if (faults.length && !why) refuse('ineligible', { why: faults.map(faultText) }, 'passOver')
    if (why) {
      await db.update(orgCandidate, id, { passedOver: why })
      continue
    }
    const isUnion = UNIONS.includes(org.type)
    const seatNo = await freeSeat(db, post, span)
    const seat = { orgId: org.id, termId: term.id, postId, seatNo, studentId, ...span, way: 'election' as const, basis: [], gradesNote, note: row.name, makerId: me.userId }
    const given = await db.insert(orgAppointment, { ...seat, state: isUnion ? 'pending' : 'approved' })
    if (isUnion) await submit(ctx, appointmentSubject, given)
    else made.push(given.id)
  }
  await beginPosts(db, made)
}
const filesOf = (files: readonly (string | null)[] | null | undefined): string[] => (files ?? []).flatMap(f => f ?? [])
/** The seats that are left, and who stands for them; statements and consents go along, with files of their own. */
async function makeNext(ctx: Ctx, row: Election, voteTo: string): Promise<string> {
  const { db } = ctx
  const admitted = await candidatesOf(db, row.id)
  const next = admitted.filter(c => c.result === 'next')
  const won = (postId: string): number => admitted.filter(c => c.postId === postId && c.result === 'elected').length
  const frozenSeats = seatsIn(row).flatMap(({ postId, seats }) => (next.some(c => c.postId === postId) && seats > won(postId) ? [{ postId, seats: seats - won(postId) }] : []))
  if (!frozenSeats.length) refuse('noNext', { name: row.name })
  const roundNo = row.roundNo + 1
  const id = uuidv7()
  await db.insert(orgElection, {
    ...{ id, orgId: row.orgId, name: row.name, postIds: frozenSeats.map(s => s.postId), frozenSeats, roundNo, previousId: row.id },
    ...{ consent: await copyAttached(db, orgElection, id, 'consent', filesOf(row.consent)), voteTo, from: row.from, state: 'reviewing' },
  } as never)
  for (const { postId, studentId, statement, consent } of next) {
    const candidateId = uuidv7()
    const copied = await copyAttached(db, orgCandidate, candidateId, 'consent', filesOf(consent))
    await db.insert(orgCandidate, { id: candidateId, electionId: id, postId, studentId, statement, consent: copied, state: 'stood' } as never)
  }
  return id
}
export default [
  handle(confirmElection, async (ctx, { id, passOver }) => {
    const { db } = ctx
    const found = await db.visible(orgElection).one(id)
    const winners = (await candidatesOf(db, id)).filter(c => c.result === 'elected')
    const reasons = new Map((passOver ?? []).flatMap(p => (p ? [[p.candidateId, p.reason] as const] : [])))
    // students before the election: the order of everybody who gives seats
    await studentsOf(
      db,
      winners.map(w => w.studentId),
      { lock: true },
    )
    const row = await db.visible(orgElection).lock(id, 'confirm')
    const stranger = [...reasons.keys()].find(c => !winners.some(w => w.id === c))
    if (stranger) throw refusalOf(orgElection, 'foreign', {}, 'passOver')
    await install(ctx, row, winners, reasons)
    await db.update(orgElection, found.id, { state: 'confirmed' })
  }),
  handle(nextRound, async (ctx, { id, voteTo }) => {
    const { db } = ctx
    const row = await db.visible(orgElection).lock(id, 'nextRound')
    mustLieAhead(voteTo)
    if (await db.unscoped(orgElection).count({ previousId: id })) refuse('nextMade', { name: row.name }) // of a row in scope
    return { id: await makeNext(ctx, row, voteTo) }
  }),
]
