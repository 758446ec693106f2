import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf, selfStudent } from '#modules/student/server/api.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { type Dissolution, isCarried, societyDissolution, societyVoter } from '../model/dissolution.ts'
import { callVote, castVote } from '../model/dissolution-actions.ts'
import { dissolutionSubject } from '../model/dissolution-flow.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'
import { mustBeFree } from './dissolution-cases.ts'
import { tellVoters } from './notify-dissolution.ts'
import { ownPosts } from './reach.ts'

/** 60-SO14: the members of this moment may vote; whoever joins later does not. */
const call = handle(callVote, async (ctx, { societyId, reason, days }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  if ((await ownPosts(ctx)).get(societyId) !== 'head') {
    const found = await db.unscoped(society).find({ id: societyId }) // named in the square
    throw found ? refusalOf(societyDissolution, 'notHead', { society: found.name }) : notFound()
  }
  const of = await db.unscoped(society).lock(societyId) // the caller leads it
  await mustBeFree(db, of)
  const applicantId = (await accountsOf(db, [who.id])).get(who.id) ?? null
  const voteUntil = new Date(Date.now() + days * DAY_MS).toISOString()
  const eligible = await db.unscoped(societyMember).count({ societyId, state: 'active' }) // of the caller's society
  const row = await db.insert(societyDissolution, { societyId, studentId: who.id, applicantId, cause: 'vote', reason, voteUntil, eligible, state: 'voting' })
  const members = sql`society_member m where m.tenant_id = ${db.me.tenantId} and m.society_id = ${societyId} and m.state = 'active'`
  await db.insertFrom(societyVoter, { dissolutionId: row.id, studentId: sql`m.student_id` }, members, { history: false })
  await tellVoters(db, row)
  return { id: row.id }
})
const cast = handle(castVote, async (ctx, { id, isFor }) => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const voter = await db.unscoped(societyVoter).find({ dissolutionId: id, studentId: who.id }) // the caller's own place on the list
  if (!voter) throw notFound()
  const { voteUntil } = await db.unscoped(societyDissolution).lock(id, 'castVote') // the caller is on its list
  if (Date.parse(voteUntil ?? '') <= Date.now()) throw refusalOf(societyDissolution, 'voteOver', { until: schoolTimeText(voteUntil ?? '') })
  // that they voted is kept by day: the moment would tell the order of votes
  const marked = await db.updateWhere(societyVoter, sql`t.id = ${voter.id} and t.voted_on is null`, { votedOn: today() }, { bookkeeping: true })
  if (!marked.length) throw refusalOf(societyDissolution, 'voted')
  // nothing is kept of a vote but the sum: no row, no author, no moment
  await db.updateWhere(societyDissolution, sql`t.id = ${id}`, isFor ? { ayes: sql`t.ayes + 1` } : { noes: sql`t.noes + 1` }, { anonymous: true })
})
/** The vote is over: what is carried goes to its approvers. */
export const voteEnds = whenDue(societyDissolution, {
  when: `t.state = 'voting'`,
  at: 'voteUntil',
  set: { state: 'voteFailed', voted: sql`t.ayes + t.noes`, agreed: sql`t.ayes` } as never,
  async act(db, rows) {
    for (const row of rows) if (isCarried(row)) await carry(db, row)
  },
})
async function carry(db: Db, { id }: Dissolution): Promise<void> {
  const row = await db.update(societyDissolution, id, { state: 'pending' })
  await submit({ db, me: db.me, lang: 'zh-cn' }, dissolutionSubject, row)
}
export default [call, cast, deadlines('society.votes', '社团注销表决到期', '*/10 * * * *', [voteEnds])]
