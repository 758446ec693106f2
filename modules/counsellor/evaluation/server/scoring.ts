import { mustAllow, refusalOf } from '#model'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { type EvalResult, fdyEvalResult, type resultStates } from '../model/result.ts'
import { decideWeights, scoreByCollege, scoreByOffice, scoreSelf } from '../model/result-actions.ts'
import { type EvalScheme, evalStages, fdyEvalScheme, PARTS, type PartKind, sumOf, WHOLE } from '../model/scheme.ts'
import { addUp, lackingOf } from './marks.ts'

export interface Held {
  scheme: EvalScheme
  row: EvalResult
}
/** A result whose round is locked first: what concerns one college's people is decided one after the other. */
export async function heldOf(db: Db, { id, schemeId }: Pick<EvalResult, 'id' | 'schemeId'>, verb: keyof typeof resultStates.verbs): Promise<Held> {
  const scheme = await db.unscoped(fdyEvalScheme).lock(schemeId) // the round of a result that was found
  const row = await db.unscoped(fdyEvalResult).lock(id) // found by the caller
  mustAllow(fdyEvalResult, row, verb)
  return { scheme, row }
}
const RUNNING: readonly string[] = ['published', 'paused', 'closed']
function mustRun({ name, state, stage }: EvalScheme): void {
  if (!RUNNING.includes(state) || stage === 'locked') throw refusalOf(fdyEvalResult, 'settled', { name, stage: { text: evalStages.labels[stage] } })
}
/** Nobody judges their own work. */
export function mustBeOther({ me }: Pick<Ctx, 'me'>, { teacherId }: EvalResult): void {
  if (me.teacherId === teacherId) throw refusalOf(fdyEvalResult, 'ownMark')
}
type Mark = 'collegeMark' | 'officeMark' | 'peersMark' | 'selfMark' | 'workloadMark'
const MARKS = { college: 'collegeMark', office: 'officeMark', peers: 'peersMark', self: 'selfMark', workload: 'workloadMark' } as const satisfies Record<string, Mark>
/** Puts the mark of a part that counts in the round. */
async function put(db: Db, { scheme, row }: Held, part: keyof typeof MARKS, mark: number, more: Partial<EvalResult> = {}): Promise<void> {
  mustRun(scheme)
  const isPart = [...(scheme.parts ?? []), ...(row.ownParts ?? [])].some(p => p?.kind === part)
  if (!isPart) throw refusalOf(fdyEvalResult, 'notAPart', { name: scheme.name, part: { text: PARTS[part] } }, 'part')
  await db.update(fdyEvalResult, row.id, { [MARKS[part]]: mark, ...more })
  if (scheme.stage !== 'scoring') await addUp(db, scheme)
}
const byCollege = handle(scoreByCollege, async (ctx, { id, part, mark }) => {
  const found = await ctx.db.visible(fdyEvalResult).one(id)
  mustBeOther(ctx, found)
  await put(ctx.db, await heldOf(ctx.db, found, 'scoreByCollege'), part ?? 'college', mark)
})
const byOffice = handle(scoreByOffice, async (ctx, { id, part, mark }) => {
  const found = await ctx.db.visible(fdyEvalResult).one(id)
  mustBeOther(ctx, found)
  await put(ctx.db, await heldOf(ctx.db, found, 'scoreByOffice'), part ?? 'office', mark)
})
/** A result of the caller; those of others are not there. */
export async function ownResult({ db, me }: Ctx, id: string): Promise<EvalResult> {
  const found = me.teacherId ? await db.unscoped(fdyEvalResult).find({ id, teacherId: me.teacherId }) : undefined // the caller's own
  if (!found) throw notFound()
  return found
}
const bySelf = handle(scoreSelf, async (ctx, { id, mark, words }) =>
  put(ctx.db, await heldOf(ctx.db, await ownResult(ctx, id), 'scoreSelf'), 'self', mark, { selfWords: words ?? null }),
)
const weigh = handle(decideWeights, async ({ db, me, refuse }, { id, parts, reason }) => {
  const { scheme, row } = await heldOf(db, await db.visible(fdyEvalResult).one(id), 'decideWeights')
  mustRun(scheme)
  const { name, minResponses: least } = scheme
  // until students' answers are counted nobody knows whether they are too few
  if (scheme.stage === 'scoring') throw refusalOf(fdyEvalResult, 'notClosed', { name })
  if (row.responses !== null) throw refusalOf(fdyEvalResult, 'enough', { n: row.responses, least })
  const given = parts.flatMap(p => p ?? [])
  const kinds = given.map(p => p.kind)
  const twice: PartKind | undefined = kinds.find((kind, n) => kinds.indexOf(kind) < n)
  if (twice) refuse('twice', { part: { text: PARTS[twice] } }, 'parts')
  if (kinds.includes('students')) throw refusalOf(fdyEvalResult, 'noStudents', { least }, 'parts')
  if (sumOf(given) !== WHOLE) refuse('weights', { sum: sumOf(given) }, 'parts')
  await db.update(fdyEvalResult, id, { ownParts: given, weightReason: reason, weightedById: me.userId || null })
  await addUp(db, scheme)
})
const missing = compute(fdyEvalResult, ['missing'], async ({ db, lang }, rows) => {
  const schemes = new Map((await db.unscoped(fdyEvalScheme).all({ id: [...new Set(rows.map(r => r.schemeId))] })).map(s => [s.id, s])) // of rows the caller reads
  for (const row of rows) {
    const scheme = schemes.get(row.schemeId)
    const lacking = scheme && row.state === 'open' ? lackingOf(scheme, row as EvalResult) : []
    Object.assign(row, { missing: lacking.map(kind => translate(lang, PARTS[kind])).join(translate(lang, '、')) || null })
  }
})
export default [byCollege, byOffice, bySelf, weigh, missing]
