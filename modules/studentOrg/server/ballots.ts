import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type Candidate, type Election, orgCandidate, orgElection, orgVoter } from '../model/election.ts'
import { castBallot, countElection } from '../model/election-actions.ts'
import { studentOrg } from '../model/org.ts'
import { isQuorate, outcomeOf } from '../model/outcome.ts'
import { shuffleBallots } from './ballot-box.ts'
import { candidatesOf, postNames, refuse, seatsIn, votedIn } from './elections.ts'

/** At most as many of a post as it has seats, each of them a candidate; fewer, or nobody, is a ballot too. */
async function checkChoices(db: Db, row: Election, choices: readonly string[]): Promise<void> {
  const candidates = new Map((await candidatesOf(db, row.id)).map(c => [c.id, c]))
  if (new Set(choices).size < choices.length || choices.some(id => !candidates.has(id))) refuse('foreign', {}, 'choices')
  for (const { postId, seats } of seatsIn(row)) {
    const n = choices.filter(id => candidates.get(id)?.postId === postId).length
    if (n > seats) refuse('tooMany', { post: (await postNames(db, [postId])).get(postId) ?? '', seats, n }, 'choices')
  }
}
interface Tally {
  id: string
  votes: number
}
const tally = (db: Db, electionId: string): Promise<Tally[]> =>
  db.query<Tally>(sql`select c as id, count(*)::int as votes from org_ballot b, jsonb_array_elements_text(b.choices) c
    where b.tenant_id = ${db.me.tenantId} and b.election_id = ${electionId} group by 1`)
/** Votes and results of all candidates; of an election without a quorum nobody is elected. */
async function settle(db: Db, row: Election, present: number): Promise<'counted' | 'repeat'> {
  const counted = new Map((await tally(db, row.id)).map(t => [t.id, t.votes]))
  const candidates = await candidatesOf(db, row.id)
  const { type } = await db.unscoped(studentOrg).one(row.orgId) // of a row in scope
  const isVoid = type === 'leagueBranch' && !isQuorate(present, row.voters ?? 0)
  const results = seatsIn(row).flatMap(({ postId, seats }) => {
    const of = candidates.filter(c => c.postId === postId).map(c => ({ id: c.id, votes: counted.get(c.id) ?? 0 }))
    const { elected, next } = isVoid ? { elected: [], next: of.map(c => c.id) } : outcomeOf(of, seats, present)
    return of.map(({ id, votes }) => ({ id, votes, result: resultOf(id, elected, next) }))
  })
  await db.updateMany(orgCandidate, results)
  return results.some(r => r.result === 'elected') ? 'counted' : 'repeat'
}
const resultOf = (id: string, elected: readonly string[], next: readonly string[]): NonNullable<Candidate['result']> =>
  elected.includes(id) ? 'elected' : next.includes(id) ? 'next' : 'lost'
export default [
  handle(castBallot, async ({ db, me }, { id, choices: given }) => {
    const studentId = ownStudentId(me)
    const choices = (given ?? []).flatMap(c => c ?? [])
    const found = await db.unscoped(orgElection).find({ id }) // whether the caller votes in it is checked next
    if (!found) throw notFound()
    const match = { electionId: id, studentId }
    if (!(await db.unscoped(orgVoter).count(match))) refuse('notVoter', { name: found.name }) // the caller's own
    const row = await db.unscoped(orgElection).lock(id, 'vote') // counting waits for ballots under way, and they for it
    if (Date.parse(row.voteTo) <= Date.now()) refuse('over', { name: row.name, voteTo: schoolTimeText(row.voteTo) })
    await checkChoices(db, row, choices)
    // bookkeeping leaves neither moment nor author in the row
    const taken = await db.updateWhere(orgVoter, { ...match, 'votedOn.isNull': true }, { votedOn: today() }, { bookkeeping: true })
    if (!taken.length) refuse('voted', { name: row.name })
    await db.query(sql`insert into org_ballot (tenant_id, election_id, choices) values (${db.me.tenantId}, ${id}, ${JSON.stringify(choices.toSorted())}::jsonb)`)
  }),
  handle(countElection, async ({ db }, { id }) => {
    const row = await db.visible(orgElection).lock(id, 'count')
    const present = (await votedIn(db, [id])).get(id) ?? 0
    const left = (row.voters ?? 0) - present
    if (left && Date.parse(row.voteTo) > Date.now()) refuse('stillOpen', { voteTo: schoolTimeText(row.voteTo), n: left })
    await shuffleBallots(db, [id])
    await db.update(orgElection, id, { present, state: await settle(db, row, present) })
  }),
]
