import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { type Candidate, type Election, orgCandidate, orgElection, orgVoter } from '../model/election.ts'
import { cancelElection, closeNomination, openVoting } from '../model/election-actions.ts'
import { orgStates, type StudentOrg, studentOrg } from '../model/org.ts'
import { candidatesNeeded } from '../model/outcome.ts'
import { orgPost } from '../model/post.ts'
import { dropBallots } from './ballot-box.ts'
import { freeSeats, standsFor } from './place.ts'
import { settingsOf } from './settings.ts'

export type Seats = NonNullable<Election['frozenSeats']>
export const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(orgElection, key, values, field)
}
export const seatsIn = (row: Pick<Election, 'frozenSeats'>): Array<{ postId: string; seats: number }> => (row.frozenSeats ?? []).flatMap(s => s ?? [])
export const postNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => new Map((await db.unscoped(orgPost).all({ id: ids })).map(p => [p.id, p.name])) // of an election the caller may read
export const candidatesOf = (db: Db, electionId: string, state: Candidate['state'] | readonly Candidate['state'][] = 'admitted'): Promise<Candidate[]> =>
  db.unscoped(orgCandidate).all({ electionId, state }, { sort: ['id'] }) // of an election the caller runs or votes in
/** How many have voted, by election. */
export async function votedIn(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await db.query<{ id: string; n: number }>(sql`select election_id as id, count(*)::int as n from org_voter
    where tenant_id = ${db.me.tenantId} and voted_on is not null and election_id = any(${[...ids]}::uuid[]) group by 1`)
  return new Map(found.map(f => [f.id, f.n]))
}
type Draft = Partial<Election>
/** Seats that are free on the first day, counted now and kept. */
async function freeze(db: Db, org: StudentOrg, { postIds, from = today() }: Draft): Promise<Seats> {
  const ids = (postIds ?? []).flatMap(id => id ?? [])
  const posts = await db.unscoped(orgPost).all({ id: ids }, { sort: ['sort', 'name'] }) // chosen in the form
  if (new Set(ids).size < ids.length) refuse('postTwice', { post: posts[0]?.name ?? '' }, 'postIds')
  const free = await freeSeats(db, ids, from)
  return posts.map(({ id, name, orgId, way }) => {
    if (orgId !== org.id) refuse('postElsewhere', { post: name, org: org.name }, 'postIds')
    if (way !== 'election') refuse('notElected', { post: name }, 'postIds')
    const seats = free.get(id) ?? 0
    if (!seats) refuse('noSeat', { post: name, from }, 'postIds')
    return { postId: id, seats }
  })
}
export function mustLieAhead(voteTo: string): void {
  if (Date.parse(voteTo) <= Date.now()) refuse('past', { voteTo: schoolTimeText(voteTo) }, 'voteTo')
}
/** 60-OG4: a branch votes online where the school allows it and the committee above has agreed. */
async function mayVoteOnline(db: Db, org: StudentOrg, consent: readonly unknown[] | null | undefined): Promise<void> {
  if (org.type !== 'leagueBranch') return
  if (!(await settingsOf(db)).branchOnline || !consent?.length) refuse('branchOnline', {}, 'consent')
}
/** Students whom the organisation stands for, frozen when voting begins; one statement. */
async function freezeVoters(db: Db, { id }: Election, org: StudentOrg): Promise<number> {
  const made = await db.insertFrom(
    orgVoter,
    { electionId: id, studentId: sql`s.id` },
    sql`student s where s.tenant_id = ${db.me.tenantId} and ${standsFor(org)} order by random()`,
    { history: false },
  )
  return made.length
}
async function mustHaveCandidates(db: Db, row: Election, org: StudentOrg): Promise<void> {
  const waiting = (await candidatesOf(db, row.id, ['nominated', 'stood'])).length
  if (waiting) refuse('waiting', { n: waiting })
  const admitted = await candidatesOf(db, row.id)
  const seats = seatsIn(row)
  const names = await postNames(
    db,
    seats.map(s => s.postId),
  )
  for (const { postId, seats: needed } of seats) {
    const n = admitted.filter(c => c.postId === postId).length
    if (n < needed) refuse('fewCandidates', { post: names.get(postId) ?? '', seats: needed, n })
  }
  const all = seats.reduce((sum, s) => sum + s.seats, 0)
  const needed = candidatesNeeded(all, org.type === 'leagueBranch')
  if (admitted.length < needed) refuse('fewInAll', { seats: all, needed, n: admitted.length })
}
export default [
  rules(orgElection, {
    async add({ db }, draft) {
      const org = await db.unscoped(studentOrg).one(draft.orgId ?? '') // chosen in the form; its scope is the row's
      if (org.state !== 'active') refuse('orgOver', { org: org.name, state: { text: orgStates.labels[org.state] } }, 'orgId')
      mustLieAhead(draft.voteTo ?? '')
      await mayVoteOnline(db, org, draft.consent)
      Object.assign(draft, { frozenSeats: await freeze(db, org, draft as Draft) })
    },
    async update({ db }, row, patch) {
      const after = { ...row, ...patch }
      mustLieAhead(after.voteTo)
      await mayVoteOnline(db, await db.unscoped(studentOrg).one(row.orgId), after.consent) // of a row in scope
    },
  }),
  compute(orgElection, ['voted'], async ({ db }, rows) => {
    const of = await votedIn(
      db,
      rows.map(r => r.id ?? ''),
    )
    for (const row of rows) row.voted = of.get(row.id ?? '') ?? 0
  }),
  compute(orgCandidate, ['studentNo'], async ({ db }, rows) => {
    const people = await studentsOf(
      db,
      rows.flatMap(r => (r.studentId as string) ?? []),
    )
    for (const row of rows) row.studentNo = people.get(row.studentId as string)?.studentNo ?? null
  }),
  handle(closeNomination, async ({ db }, { id }) => {
    await db.visible(orgElection).lock(id, 'closeNomination')
    await db.update(orgElection, id, { state: 'reviewing' })
  }),
  handle(openVoting, async ({ db }, { id }) => {
    const row = await db.visible(orgElection).lock(id, 'openVoting')
    const org = await db.unscoped(studentOrg).one(row.orgId) // of a row in scope
    mustLieAhead(row.voteTo)
    await mayVoteOnline(db, org, row.consent)
    await mustHaveCandidates(db, row, org)
    const voters = await freezeVoters(db, row, org)
    if (!voters) refuse('noVoters', { org: org.name })
    await db.update(orgElection, id, { state: 'voting', voters })
  }),
  handle(cancelElection, async ({ db }, { id, reason }) => {
    await db.visible(orgElection).lock(id, 'cancel')
    await dropBallots(db, [id])
    await db.update(orgElection, id, { state: 'cancelled', note: reason })
  }),
]
