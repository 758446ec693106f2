import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isWeekSpan } from '#model/week-spans.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { explainStudent, handleApplication, knownFacts, sayIn, staffOf, unmetText, type Valid } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db } from '#server/context.ts'
import { postApplication, postApplying } from '../model/application.ts'
import { engagement } from '../model/engagement.ts'
import { matchPercent } from '../model/fit.ts'
import { postInterview } from '../model/interview.ts'
import { postStates, workPost } from '../model/post.ts'
import { employUnit } from '../model/unit.ts'
import { applicationTodos, MINE } from './about.ts'
import { barOf } from './bars.ts'
import { offerableAmong } from './offerable.ts'
import type { Post } from './posts.ts'
import { settingsOf } from './settings.ts'
import { freeOf } from './timetable.ts'

export type Applied = Row<typeof postApplication>
/** 40-W3: posts a student is on. */
export async function tooManyPosts(db: Db, studentId: string): Promise<Violation[]> {
  const { maxPosts } = await settingsOf(db)
  const n = await db.unscoped(engagement).count({ studentId, state: 'active' }) // the student's own, by id
  return n >= maxPosts ? [{ key: 'posts', values: { n, most: maxPosts } }] : []
}
/** 40-W3: what bars a student, and what of the post's conditions they do not meet. */
export async function fitnessOf({ db, me, lang }: Pick<Ctx, 'db' | 'me' | 'lang'>, studentId: string, post: Post): Promise<Violation[]> {
  const reason = await barOf(db, studentId)
  if (reason !== undefined) return [{ key: 'barred', values: { reason } }]
  if (!post.conditions?.length) return []
  const reader = { known: await knownFacts(db), say: sayIn(lang) }
  const judged = await explainStudent(db, studentId, post.conditions, reader)
  // what is known of a student is said to the student alone (40-W10)
  const readable = new Set(me.studentId === studentId ? reader.known.map(fact => fact.name) : [])
  return judged.filter(c => !c.isMet).map(c => ({ key: 'unmet', values: { name: c.name, why: c.failed.map(f => unmetText(f, { ...reader, readable })).join('；') } }))
}
function windowOf({ title, state, applyFrom, applyTo }: Post): Violation[] {
  const values = { title, from: schoolTimeText(applyFrom), to: schoolTimeText(applyTo) }
  if (state !== 'open' && state !== 'full') return [{ of: workPost, key: 'closed', values: { title, state: { text: postStates.labels[state] } } }]
  if (Date.parse(applyFrom) > Date.now()) return [{ of: workPost, key: 'notYet', values }]
  return Date.parse(applyTo) <= Date.now() ? [{ of: workPost, key: 'over', values }] : []
}
const postOf = (db: Db, id: string): Promise<Post> => db.unscoped(workPost).one(id) // open posts are offered to every student
async function tellCounsellor(db: Db, row: Applied, who: StudentOf): Promise<void> {
  const to = await staffOf(db, who, 'fdy')
  if (to.length) await applicationTodos.open(db, 'opinion', [{ row, who, to }])
}
interface Judged extends Valid {
  post: Post
}
export const applications = handleApplication(postApplication, postApplying, {
  link: () => MINE,
  taken: 'twice',
  async validate(ctx, who, form): Promise<Judged> {
    const post = await postOf(ctx.db, form.postId)
    if (form.freeSlots && !form.freeSlots.every(isWeekSpan)) throw refusalOf(workPost, 'spans', {}, 'freeSlots')
    const violations = [...windowOf(post), ...(await tooManyPosts(ctx.db, who.id)), ...(await fitnessOf(ctx, who.id, post))]
    return { violations, post }
  },
  async draft({ freeSlots, skills = null, statement = null }, { post }, who, { ctx }) {
    const free = freeSlots ?? (await freeOf(ctx.db, who.classId ? [who.classId] : []))(who.classId)
    return { postId: post.id, unitId: post.unitId, freeSlots: free, skills, statement }
  },
  stored: ({ db }, row, who) => tellCounsellor(db, row, who),
  withdrawn: ({ db }, row) => applicationTodos.follow(db, [row]),
  async mine({ db }, rows) {
    const posts = new Map((await db.unscoped(workPost).all({ id: rows.map(r => r.postId) })).map(p => [p.id, p])) // of one's own applications
    const interviews = new Map((await db.unscoped(postInterview).all({ id: rows.flatMap(r => r.interviewId ?? []) })).map(i => [i.id, i])) // the same
    const units = await db.cached(employUnit)
    return ({ postId, unitId, interviewId }) => {
      const post = posts.get(postId)
      const interview = interviews.get(interviewId ?? '')
      return {
        post: post?.title ?? '',
        unit: units.get(unitId)?.name ?? '',
        place: post?.place ?? '',
        payMode: post?.payMode ?? 'hourly',
        rate: post?.rate ?? 0,
        interviewAt: interview?.slot ?? null,
        interviewPlace: interview?.place ?? null,
      }
    }
  },
  verbs: row => (row.state === 'offered' ? ['accept', 'decline'] : []),
})
export default [
  ...applications.registrations,
  compute(postApplication, ['matchPercent', 'mayOffer'], async ({ db }, rows) => {
    const posts = new Map((await db.unscoped(workPost).all({ id: [...new Set(rows.map(r => r.postId))] })).map(p => [p.id, p])) // of the rows that are read
    const offerable = await offerableAmong(db, rows, posts)
    for (const row of rows) {
      row.matchPercent = matchPercent(posts.get(row.postId)?.schedule ?? [], row.freeSlots ?? [])
      row.mayOffer = offerable.has(row.id)
    }
  }),
]
