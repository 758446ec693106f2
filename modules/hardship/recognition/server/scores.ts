import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { levelOrder } from '../../levels/server/api.ts'
import type { aidBatch } from '../model/batch.ts'
import { indexModel } from '../model/index-model.ts'
import { aidRecognition, type Snapshot } from '../model/recognition.ts'
import { finalOf, type Model, type Order, scoreOf, suggestedLevel } from '../model/scoring.ts'

export type Batch = Row<typeof aidBatch>
export type Recognition = Row<typeof aidRecognition>
export type IndexModel = Omit<Row<typeof indexModel>, 'items' | 'thresholds' | 'floors'> & Model

/** The model of a batch, with score lines that were moved when it was confirmed. */
export async function modelOf(db: Db, { modelId, thresholds }: Pick<Batch, 'modelId' | 'thresholds'>): Promise<IndexModel> {
  const model = wholeModel(await db.unscoped(indexModel).one(modelId)) // the batch names it
  return thresholds ? { ...model, thresholds } : model
}
/** A stored model with its parts, which its rules have checked. */
export const wholeModel = (row: Row<typeof indexModel>): IndexModel => ({ ...row, items: row.items ?? [], thresholds: row.thresholds ?? [], floors: row.floors ?? [] })
/** Groups of these students on the lists of the authorities. */
export async function listedGroups(db: Db, studentIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; groups: string[] }>(sql`select student_id as id, array_agg(distinct "group" order by "group") as groups from special_list
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r.groups]))
}
type Scoring = Pick<Recognition, 'surveySnapshot' | 'reviewScore' | 'groups' | 'acceptedGroups'>
/** Groups that give a floor: listed, or accepted from what the student said. */
export const groupsOf = ({ groups, acceptedGroups }: Pick<Scoring, 'groups' | 'acceptedGroups'>): ReadonlySet<string> =>
  new Set([...(groups ?? []), ...(acceptedGroups ?? [])].flatMap(g => g ?? []))
/** Listed groups count as told. */
const answered = ({ surveySnapshot, groups }: Scoring): Snapshot => ({
  ...surveySnapshot,
  specialGroups: [...new Set([...(surveySnapshot?.specialGroups ?? []), ...(groups ?? [])])],
})
/** All scores of an application, from what is stored of it: the same row and model give the same values. */
export function scoresOf(order: Order, model: Model, row: Scoring) {
  const { score: indexScore, detail: scoreDetail } = scoreOf(model, answered(row))
  const finalScore = finalOf(model, indexScore, row.reviewScore)
  const suggested = suggestedLevel(order, model, finalScore, groupsOf(row))
  const isFloor = suggested !== suggestedLevel(order, model, finalScore, new Set())
  return { indexScore, scoreDetail, finalScore, suggestedLevel: suggested, isFloor }
}
/** Scores these rows anew, after what counts for them has changed. */
export async function scoreAgain(db: Db, batch: Batch, rows: readonly Recognition[]): Promise<void> {
  if (!rows.length) return
  const [order, model] = await Promise.all([levelOrder(db), modelOf(db, batch)])
  await db.updateMany(
    aidRecognition,
    rows.map(row => ({ id: row.id, reviewScore: row.reviewScore, groups: row.groups, acceptedGroups: row.acceptedGroups, ...scoresOf(order, model, row) })),
  )
}
