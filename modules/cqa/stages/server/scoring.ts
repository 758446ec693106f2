import { Refusal, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { cqaIndex, type SCORERS } from '../../schemes/model/index-row.ts'
import { STAGES, type Stage, stageAt, windowOf } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaScore, type cqaSheet, sheetStates } from '../../sheets/model/sheet.ts'
import { SCORE_REFUSALS, selfScore } from '../model/actions.ts'

export type Sheet = Row<typeof cqaSheet>
export type Index = Row<typeof cqaIndex>
export const refuse = (key: keyof typeof SCORE_REFUSALS, values: Record<string, unknown> = {}, field?: string): Refusal => refusalOf(selfScore, key, values, field)
/** Who scores an index at a stage, besides those of the stages before. */
const SCORED_AT: Readonly<Record<Stage, ReadonlyArray<keyof typeof SCORERS>>> = {
  self: ['self', 'group'],
  group: ['self', 'group'],
  fdy: ['self', 'group', 'fdy', 'bzr'],
  college: ['self', 'group', 'fdy', 'bzr', 'college'],
}
export const isScoredAt = (stage: Stage, { kind, scorer }: Pick<Index, 'kind' | 'scorer'>): boolean => kind === 'scored' && scorer !== null && SCORED_AT[stage].includes(scorer)
/** The stage that takes scores now. */
export const stageNow = (scheme: Scheme): Stage | undefined => (scheme.state === 'published' ? stageAt(scheme) : undefined)
export function mustBeNow(scheme: Scheme, stage: Stage): void {
  const now = stageNow(scheme)
  if (now === stage) return
  const { from, until } = windowOf(scheme, stage)
  throw refuse('window', { now: { text: now ? STAGES[now] : '评分时间以外' }, stage: { text: STAGES[stage] }, from: schoolTimeText(from), until: schoolTimeText(until) })
}
export async function stateRefusal(db: Db, { studentId, state }: Sheet, act: string): Promise<Refusal> {
  return refuse('state', { name: (await studentOf(db, studentId))?.name ?? '', state: { text: sheetStates.labels[state] }, act: { text: act } })
}
/** The index that is scored, with a score in its range. */
export async function indexFor(db: Db, sheet: Sheet, indexId: string, stage: Stage, score: number): Promise<Index> {
  const index = await db.unscoped(cqaIndex).one(indexId) // how students are scored
  if (index.schemeId !== sheet.schemeId || !isScoredAt(stage, index)) throw refuse('notScored', { index: index.name, who: { text: STAGES[stage] } }, 'indexId')
  const min = index.minScore ?? 0
  if (score < min || score > index.maxScore) throw refuse('range', { index: index.name, min, max: index.maxScore, score }, 'score')
  return index
}
export interface ScoreInput {
  score: number
  reason?: string | null | undefined
  version?: number | null | undefined
}
/** Writes a score of a sheet that is locked: who saw another one than what stands gets both values. */
export async function writeScore(db: Db, sheet: Sheet, indexId: string, stage: Stage, { score, reason, version }: ScoreInput): Promise<Row<typeof cqaScore>> {
  const found = await db.unscoped(cqaScore).find({ sheetId: sheet.id, indexId, stage }) // of the sheet that the caller scores
  if ((found?.version ?? null) !== (version ?? null))
    throw new Refusal(409, [{ rule: 'cqa.cqaScore.conflict', text: SCORE_REFUSALS.conflict, field: 'score', values: { theirs: found?.score ?? '—', yours: score } }])
  const given = { score, reason: reason ?? null, scorerId: db.me.userId }
  return found ? db.update(cqaScore, found.id, given) : db.insert(cqaScore, { sheetId: sheet.id, indexId, stage, ...given })
}
