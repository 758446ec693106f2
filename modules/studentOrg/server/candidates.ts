import { refusalOf } from '#model'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { type StudentOf, selfStudent, studentOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { type Candidate, type Election, orgCandidate, orgElection } from '../model/election.ts'
import { admitCandidate, consentToStand, nominate, refuseCandidate, stand, withdrawCandidacy } from '../model/election-actions.ts'
import { studentOrg } from '../model/org.ts'
import { orgPost } from '../model/post.ts'
import { seatsIn } from './elections.ts'
import { type Fault, faultsOf, faultText } from './place.ts'

const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(orgCandidate, key, values, field)
}
/** What speaks against a candidate on the post, each with its values. */
async function candidateFaults(db: Db, who: StudentOf, row: Election, postId: string, gradesNote: string | null | undefined): Promise<Fault[]> {
  const org = await db.unscoped(studentOrg).one(row.orgId) // of an election the caller runs or stands in
  const post = await db.unscoped(orgPost).one(postId) // as above
  return faultsOf(db, who, org, post, { from: row.from, to: addDays(addMonths(row.from, org.termMonths), -1) }, { gradesNote })
}
/** Of somebody who only asks to stand it stays open what the review has to look up. */
const UNREVIEWED = '待审查'
async function mustFit(db: Db, who: StudentOf, row: Election, postId: string, gradesNote: string | null | undefined = UNREVIEWED): Promise<void> {
  const faults = await candidateFaults(db, who, row, postId, gradesNote)
  if (faults.length) refuse('ineligible', { why: faults.map(faultText) })
}
interface Given {
  statement?: string | null
  consent?: string[] | null
}
/** A candidate of an election that takes candidates; the election is locked, so that its nominations do not close meanwhile. */
async function enter(db: Db, row: Election, who: StudentOf, postId: string, state: 'nominated' | 'stood', given: Given): Promise<void> {
  if (row.state !== 'nominating') refuse('closed', { name: row.name })
  if (!seatsIn(row).some(s => s.postId === postId)) throw notFound()
  await mustFit(db, who, row, postId)
  const before = await db.unscoped(orgCandidate).find({ electionId: row.id, postId, studentId: who.id }) // of the same student
  if (before && before.state !== 'withdrawn') refuse('already', { name: who.name, post: (await db.unscoped(orgPost).one(postId)).name }) // its name
  const set = { statement: given.statement ?? null, consent: given.consent ?? [], state, reason: null }
  const saved = before ? await db.update(orgCandidate, before.id, set) : await db.insert(orgCandidate, { electionId: row.id, postId, studentId: who.id, ...set })
  await attachFiles(db, orgCandidate, saved.id, { consent: saved.consent })
}
/** The caller's own candidacy, with its election locked first. */
async function ownCandidate(ctx: Ctx, id: string, verb: 'consent' | 'withdraw'): Promise<{ row: Candidate; of: Election; who: StudentOf }> {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const found = await db.unscoped(orgCandidate).find({ id, studentId: who.id }) // the caller's own
  if (!found) throw notFound()
  const of = await db.unscoped(orgElection).lock(found.electionId) // the caller stands in it
  return { of, who, row: await db.unscoped(orgCandidate).lock(id, verb) } // as above
}
/** A candidate whose election the caller runs, which is locked first. */
async function runCandidate({ db }: Pick<Ctx, 'db'>, id: string, verb: 'admit' | 'refuse'): Promise<{ row: Candidate; of: Election }> {
  const found = await db.visible(orgCandidate).one(id)
  const of = await db.visible(orgElection).lock(found.electionId)
  if (!['nominating', 'reviewing'].includes(of.state)) refuse('closed', { name: of.name })
  return { of, row: await db.visible(orgCandidate).lock(id, verb) }
}
export default [
  handle(stand, async (ctx, { electionId, postId, ...given }) => {
    const who = await selfStudent(ctx)
    const found = await ctx.db.unscoped(orgElection).find({ id: electionId }) // whether the student may stand is checked next
    if (!found) throw notFound()
    await enter(ctx.db, await ctx.db.unscoped(orgElection).lock(electionId), who, postId, 'stood', given) // as above
  }),
  handle(nominate, async ({ db }, { electionId, postId, studentId, statement }) => {
    const row = await db.visible(orgElection).lock(electionId)
    const who = await studentOf(db, studentId)
    if (!who) throw notFound()
    await enter(db, row, who, postId, 'nominated', statement ? { statement } : {})
  }),
  handle(consentToStand, async (ctx, { id, statement, consent }) => {
    const { row, of, who } = await ownCandidate(ctx, id, 'consent')
    if (of.state !== 'nominating') refuse('closed', { name: of.name })
    await mustFit(ctx.db, who, of, row.postId)
    const saved = await ctx.db.update(orgCandidate, id, { state: 'stood', statement: statement ?? row.statement, consent: consent ?? [] })
    await attachFiles(ctx.db, orgCandidate, id, { consent: saved.consent })
  }),
  handle(withdrawCandidacy, async (ctx, { id }) => {
    const { of } = await ownCandidate(ctx, id, 'withdraw')
    if (!['nominating', 'reviewing'].includes(of.state)) refuse('closed', { name: of.name })
    await ctx.db.update(orgCandidate, id, { state: 'withdrawn' })
  }),
  handle(admitCandidate, async (ctx, { id, gradesNote }) => {
    const { row, of } = await runCandidate(ctx, id, 'admit')
    const who = await studentOf(ctx.db, row.studentId)
    if (who) await mustFit(ctx.db, who, of, row.postId, gradesNote ?? null)
    await ctx.db.update(orgCandidate, id, { state: 'admitted', reason: null, gradesNote: gradesNote ?? null })
  }),
  handle(refuseCandidate, async (ctx, { id, reason }) => {
    await runCandidate(ctx, id, 'refuse')
    await ctx.db.update(orgCandidate, id, { state: 'refused', reason })
  }),
]
