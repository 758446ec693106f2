import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { applicant, applicantBoard, type BOARD_LANES, postApplication } from '../model/application.ts'
import { engagement } from '../model/engagement.ts'
import { matchPercent } from '../model/fit.ts'
import { workPost } from '../model/post.ts'
import type { Applied } from './application.ts'
import { offerableAmong } from './offerable.ts'
import type { Post } from './posts.ts'

const LANES: Partial<Record<Applied['state'], keyof typeof BOARD_LANES>> = { pending: 'new', lapsed: 'new', interview: 'interview', offered: 'offered', accepted: 'onDuty' }
const ON_BOARD = Object.keys(LANES) as Array<Applied['state']>
const PERMISSION = applicantBoard.permission
/** 40-W10: what an employer sees of applicants is named here, and nothing else is read for them. */
async function peopleOf(db: Db, rows: readonly Applied[], post: Post) {
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const offerable = await offerableAmong(db, rows, new Map([[post.id, post]]))
  return rows.map(({ id, studentId, skills, statement, fdyFit, fdyOpinion, result, resultNote, state, offerUntil, freeSlots }) => {
    const { name = '', className = null } = people.get(studentId) ?? {}
    const said = { skills, statement, fdyFit, fdyOpinion, result, resultNote, state, offerUntil }
    return { id, name, className, ...said, matchPercent: matchPercent(post.schedule, freeSlots ?? []), mayOffer: offerable.has(id) }
  })
}
const board = handle(applicantBoard, async ({ db }, { postId }) => {
  const posts = await db.visibleFor(workPost, PERMISSION).all({ state: ['open', 'full', 'closed'] }, { sort: ['-openedAt'], limit: 200 })
  const waiting = await db.visibleFor(postApplication, PERMISSION).all({ postId: posts.map(p => p.id), state: ['pending', 'interview'] })
  const post = posts.find(p => p.id === postId) ?? (postId ? await db.visibleFor(workPost, PERMISSION).one(postId) : posts[0])
  const rows = post ? await db.visibleFor(postApplication, PERMISSION).all({ postId: post.id, state: ON_BOARD }, { sort: ['createdAt'] }) : []
  const gone = new Set(post ? (await db.visibleFor(engagement, PERMISSION).all({ postId: post.id, state: 'ended' })).map(e => e.applicationId) : [])
  const shown = rows.filter(r => !gone.has(r.id))
  const lanes = new Map(shown.map(r => [r.id, LANES[r.state] ?? 'new']))
  return {
    posts: posts.map(({ id, title, state }) => ({ id, title, state, waiting: waiting.filter(w => w.postId === id).length })),
    post: post ? { id: post.id, title: post.title, headcount: post.headcount, filled: post.filled, state: post.state } : null,
    applicants: post ? (await peopleOf(db, shown, post)).map(p => ({ ...p, lane: lanes.get(p.id) ?? 'new' })) : [],
  }
})
/** 40-W10: the telephone number is read once the unit has made an offer. */
const one = handle(applicant, async ({ db }, { id }) => {
  const row = await db.visibleFor(postApplication, PERMISSION).one(id)
  const post = await db.unscoped(workPost).one(row.postId) // of a row in scope
  const [person] = await peopleOf(db, [row], post)
  const phone = row.state === 'offered' || row.state === 'accepted' ? ((await studentsOf(db, [row.studentId])).get(row.studentId)?.phone ?? null) : null
  return person ? { ...person, phone } : null
})
export default [board, one]
