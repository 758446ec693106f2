import { selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { orgCandidate, orgElection, orgVoter } from '../model/election.ts'
import { myElections } from '../model/election-actions.ts'
import { studentOrg } from '../model/org.ts'
import { postNames, seatsIn, votedIn } from './elections.ts'
import { belongs } from './place.ts'

const SHOWN = ['nominating', 'reviewing', 'voting', 'counted', 'confirmed', 'repeat'] as const
const MOST = 40
/** Votes are the office's until the result is confirmed; candidates are shown to voters once they are admitted. */
export default handle(myElections, async ctx => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const tickets = new Map((await db.unscoped(orgVoter).all({ studentId: who.id })).map(v => [v.electionId, v.votedOn !== null])) // the caller's own
  const around = [{ level: 'school' as const }, { departmentId: who.departmentId, level: ['college', 'grade'] as const }, { classId: who.classId, level: 'class' as const }]
  const found = await Promise.all(around.map(p => db.unscoped(studentOrg).all({ ...p, state: 'active' }))) // those that stand for the caller
  const orgs = new Map(found.flat().flatMap(o => (belongs(who, o) ? [[o.id, o] as const] : [])))
  const rows = await db.unscoped(orgElection).all({ orgId: [...orgs.keys()], state: SHOWN }, { sort: ['-voteTo'], limit: MOST }) // as above
  const candidates = await db.unscoped(orgCandidate).all({ electionId: rows.map(r => r.id) }, { sort: ['id'] }) // as above
  const people = await studentsOf(
    db,
    candidates.map(c => c.studentId),
  )
  const names = await postNames(
    db,
    rows.flatMap(r => seatsIn(r).map(s => s.postId)),
  )
  const voted = await votedIn(
    db,
    rows.flatMap(r => (r.state === 'voting' ? r.id : [])),
  )
  const now = Date.now()
  return rows.map(row => ({
    ...{ id: row.id, name: row.name, org: orgs.get(row.orgId)?.name ?? '', state: row.state, voteTo: row.voteTo, voters: row.voters },
    voted: row.state === 'voting' ? (voted.get(row.id) ?? 0) : row.present,
    hasVoted: tickets.get(row.id) === true,
    mayVote: row.state === 'voting' && tickets.get(row.id) === false && Date.parse(row.voteTo) > now,
    posts: seatsIn(row).map(({ postId, seats }) => {
      const of = candidates.filter(c => c.electionId === row.id && c.postId === postId && (c.state === 'admitted' || c.studentId === who.id))
      const isTold = row.state === 'confirmed'
      return {
        ...{ id: postId, name: names.get(postId) ?? '', seats, isMine: of.some(c => c.studentId === who.id && c.state !== 'withdrawn') },
        candidates: of.map(c => ({
          ...{ id: c.id, name: people.get(c.studentId)?.name ?? '', className: people.get(c.studentId)?.className ?? null, statement: c.statement, state: c.state },
          ...{ votes: isTold ? c.votes : null, result: isTold ? c.result : null, isSelf: c.studentId === who.id },
        })),
      }
    }),
  }))
})
