import { refusalOf } from '#model'
import { application, readableRow, submit } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { CAUSES, type Dissolution, OPEN, societyDissolution, societyVoter } from '../model/dissolution.ts'
import { beginDissolution, dismissDissolution, dissolutionCard, myDissolutions, openDissolution } from '../model/dissolution-actions.ts'
import { dissolutionSubject } from '../model/dissolution-flow.ts'
import { LIVE, type Society, society, societyStates } from '../model/society.ts'
import { refundAtEnd } from './fees.ts'
import { leftoversOf } from './leftovers.ts'
import { mustTake } from './merge.ts'
import { tellKeepers } from './notify.ts'
import { decided } from './notify-dissolution.ts'
import { ownPosts } from './reach.ts'

export const DISSOLUTION = '/society/dissolution'
/** The society is locked by the caller: it lives, and nothing else ends it. */
export async function mustBeFree(db: Db, of: Society): Promise<void> {
  if (!LIVE.includes(of.state)) throw refusalOf(societyDissolution, 'over', { society: of.name, state: { text: societyStates.labels[of.state] } })
  if (await db.unscoped(societyDissolution).count({ societyId: of.id, state: OPEN })) throw refusalOf(societyDissolution, 'open', { society: of.name }) // of the society that is locked
}
const namesOf = async (db: Db, rows: readonly Dissolution[]): Promise<ReadonlyMap<string, Society>> =>
  new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s])) // of cases the caller may read
/** What the league opens goes straight to the office. */
const open = handle(openDissolution, async (ctx, { societyId, cause, intoId, reason }) => {
  const { db, me } = ctx
  await db.visibleFor(society, openDissolution.permission).one(societyId)
  const of = await db.unscoped(society).lock(societyId) // found within the scope just before
  await mustBeFree(db, of)
  const into = cause === 'merger' ? intoId : null
  if (cause === 'merger' && !into) throw refusalOf(societyDissolution, 'intoMissing', {}, 'intoId')
  if (into) await mustTake(db, of, await db.visibleFor(society, openDissolution.permission).one(into))
  const row = await db.insert(societyDissolution, { societyId, applicantId: me.userId, cause, intoId: into, reason, state: 'pending' })
  await submit(ctx, dissolutionSubject, row)
  return { id: row.id }
})
const begin = handle(beginDissolution, async (ctx, { id }) => {
  const { db, me } = ctx
  const found = await db.visible(societyDissolution).one(id)
  await db.unscoped(society).lock(found.societyId) // before its case, as everywhere
  await db.visible(societyDissolution).lock(id, 'begin')
  const row = await db.update(societyDissolution, id, { state: 'pending', applicantId: me.userId })
  await decided(db, row)
  await submit(ctx, dissolutionSubject, row)
})
const dismiss = handle(dismissDissolution, async ({ db }, { id, reason }) => {
  const { societyId } = await db.visible(societyDissolution).lock(id, 'dismiss')
  await decided(db, await db.update(societyDissolution, id, { state: 'dismissed', stateNote: reason }))
  // the time that led to the case begins anew
  await db.updateWhere(society, { id: societyId }, { headlessSince: null, fewSince: null }, { bookkeeping: true })
})
async function inWords({ db, lang }: Ctx, of: Society, row: Dissolution) {
  return (await leftoversOf(db, of, row)).map(l => ({ ...l, title: translate(lang, l.title) }))
}
/** What is told of a vote once it is over. */
const countsOf = ({ eligible, voted, agreed }: Dissolution) => ({ eligible, voted, agreed })
export const intoName = async (db: Db, { intoId }: Dissolution): Promise<string | null> => (intoId ? (await db.unscoped(society).one(intoId)).name : null) // of a case the reader may read
const card = handle(dissolutionCard, async (ctx, { id }) => {
  const row = await readableRow(ctx, societyDissolution, id)
  const of = await ctx.db.unscoped(society).one(row.societyId) // of a case the reader may read
  return { society: of.name, cause: row.cause, into: await intoName(ctx.db, row), reason: row.reason, ...countsOf(row), leftovers: await inWords(ctx, of, row) }
})
const mine = handle(myDissolutions, async ctx => {
  const { db, me } = ctx
  const onList = me.studentId ? await db.unscoped(societyVoter).all({ studentId: me.studentId }, { sort: ['-createdAt'], limit: 20 }) : [] // the caller's own
  const votes = (await db.unscoped(societyDissolution).all({ id: onList.map(v => v.dissolutionId), state: 'voting' })).filter(v => Date.parse(v.voteUntil ?? '') > Date.now()) // as above
  const posts = await ownPosts(ctx)
  const cases = await db
    .unscoped(societyDissolution)
    .all({ societyId: [...posts.keys()], state: [...OPEN, 'voteFailed', 'rejected', 'dissolved'] }, { sort: ['-createdAt'], limit: 20 }) // of societies the caller has a post in
  const led = (await db.unscoped(society).all({ id: [...posts].flatMap(([id, post]) => (post === 'head' ? [id] : [])) })).filter(s => LIVE.includes(s.state)) // as above
  const of = await namesOf(db, [...votes, ...cases])
  const isBusy = (id: string): boolean => cases.some(c => c.societyId === id && (OPEN as readonly string[]).includes(c.state))
  return {
    votes: votes.map(v => ({
      ...{ id: v.id, society: of.get(v.societyId)?.name ?? '', reason: v.reason, voteUntil: v.voteUntil, eligible: v.eligible },
      hasVoted: onList.some(l => l.dissolutionId === v.id && l.votedOn !== null),
    })),
    cases: await Promise.all(
      cases.map(async row => {
        const its = of.get(row.societyId)
        const { id, cause, reason, state, stateNote, voteUntil } = row
        const leftovers = its && state === 'liquidating' ? await inWords(ctx, its, row) : []
        return { ...{ id, society: its?.name ?? '', cause, reason, state, stateNote, voteUntil }, ...countsOf(row), leftovers }
      }),
    ),
    mayCall: led.flatMap(({ id, name }) => (isBusy(id) ? [] : [{ id, society: name }])),
  }
})
export default [
  open,
  begin,
  dismiss,
  card,
  mine,
  ...application<typeof societyDissolution>(dissolutionSubject, {
    async describe(db, row) {
      const { name } = await db.unscoped(society).one(row.societyId) // named to who decides
      return { applicantId: row.applicantId ?? '', studentId: row.studentId, title: { text: '{society} 注销', values: { society: name } }, facts: { cause: row.cause } }
    },
    link: () => DISSOLUTION,
    mobileLink: () => DISSOLUTION,
    /** From now on nothing new begins; what is open is cleared. */
    async onApproved({ db }, row) {
      const of = await db.unscoped(society).lock(row.societyId) // of the case that was decided
      if (!LIVE.includes(of.state)) throw refusalOf(societyDissolution, 'over', { society: of.name, state: { text: societyStates.labels[of.state] } })
      await db.update(societyDissolution, row.id, { state: 'liquidating' })
      if (!row.intoId) await refundAtEnd(db, of)
      await tellKeepers(db, 'liquidating', await db.update(society, of.id, { state: 'liquidating', stateNote: CAUSES[row.cause], resumesAs: null }), { why: row.reason })
    },
    /** Nobody takes back alone what the members decided. */
    async onWithdrawn(_ctx, row) {
      if (row.cause === 'vote') throw refusalOf(societyDissolution, 'noWithdrawal')
    },
  }),
]
