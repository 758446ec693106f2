import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { copyFile } from '#server/files/attachments.ts'
import { questionBank } from '../model/bank.ts'
import { type Content, contentOf, isContent, type Written } from '../model/content.ts'
import { namedIn } from '../model/pictures.ts'
import { testQuestion, testQuestionVersion } from '../model/question.ts'
import { restoreQuestion, retireQuestions, reviewQuestions } from '../model/question-actions.ts'
import { normalStem } from '../model/stem.ts'
import { mustEdit } from './banks.ts'

type Question = Row<typeof testQuestion>
/** Stem, options, pictures and material: “which of these is right” is many questions. */
export const fingerprint = (content: Content, pictures: readonly string[] = [], groupId: string | null = null): string =>
  createHash('sha256')
    .update([...[content.stem, ...[...content.options, ...content.rights].toSorted()].map(normalStem), ...pictures, ...(groupId ? [groupId] : [])].join(' '))
    .digest('hex')
export function mustBeWhole(of: Written): Content {
  const made = contentOf(of)
  if (!isContent(made)) throw refusalOf(testQuestion, made.rule, made.values, made.field)
  return made
}
export const picturesOf = ({ media }: Pick<Partial<Question>, 'media'>): string[] => (media ?? []).flatMap(id => id ?? [])
const bankOf = (db: Db, id: string) => db.unscoped(questionBank).one(id) // of a question in the caller's scope
/** What follows from a question as it is written. */
const written = ({ me }: Pick<Ctx, 'me'>, of: Written & Pick<Partial<Question>, 'media' | 'groupId'>) => ({
  ...{ stemHash: fingerprint(mustBeWhole(of), picturesOf(of), of.groupId), editedBy: me.userId || null },
})
/** Of two at once the unique index lets one through; here it is said which question it is. */
async function mustBeNew(db: Db, bankId: string, no: string, stemHash: string | null | undefined): Promise<void> {
  const [same] = await db.query<{ no: string }>(
    sql`select no from test_question where tenant_id = ${db.me.tenantId} and bank_id = ${bankId} and stem_hash = ${stemHash ?? null} and no <> ${no}`,
  )
  if (same) throw refusalOf(testQuestion, 'same', { no: same.no }, 'stem')
}
/** A material holds questions of its own bank, and no other material. */
async function mustFitMaterial(db: Db, { id, bankId, groupId, type, stem }: Pick<Question, 'bankId' | 'groupId' | 'type' | 'stem'> & { id?: string }): Promise<void> {
  const refuse = (rule: string, values: Record<string, unknown>, field: string) => refusalOf(testQuestion, rule, values, field)
  const material = groupId ? await db.visibleFor(testQuestion, 'test:testQuestion:list').one(groupId) : null
  if (material && (material.bankId !== bankId || material.type !== 'group' || material.id === id)) throw refuse('group', { no: material.no }, 'groupId')
  if (material && type === 'group') throw refuse('nested', {}, 'groupId')
  const n = id && type !== 'group' ? await db.unscoped(testQuestion).count({ groupId: id }) : 0 // of a question in scope
  if (n) throw refuse('parts', { title: stem.slice(0, 40), n }, 'type')
}
const records = rules(testQuestion, {
  async add(ctx, draft) {
    mustEdit(ctx, [await bankOf(ctx.db, String(draft.bankId))])
    Object.assign(draft, written(ctx, draft as Written))
    await mustFitMaterial(ctx.db, draft as Question)
    await mustBeNew(ctx.db, String(draft.bankId), String(draft.no), draft.stemHash)
  },
  async update(ctx, row, patch) {
    mustEdit(ctx, [await bankOf(ctx.db, row.bankId)])
    await mustFitMaterial(ctx.db, { ...row, ...patch })
    Object.assign(patch, written(ctx, { ...row, ...patch }), { state: 'draft', reviewedBy: null })
    await mustBeNew(ctx.db, row.bankId, row.no, patch.stemHash)
  },
  async remove(ctx, row) {
    mustEdit(ctx, [await bankOf(ctx.db, row.bankId)])
    if (row.versionNo > 0) throw refusalOf(testQuestion, 'used', { title: row.stem.slice(0, 40) }) // 60-OT16
  },
})
/** Pictures are copied to the version: what was drawn keeps them, whatever becomes of the question. */
async function versionOf(db: Db, row: Question) {
  const [id, content, pictures] = [uuidv7(), mustBeWhole(row), picturesOf(row)]
  const missing = namedIn([content.stem, ...content.options, ...content.rights]).find(n => n < 1 || n > pictures.length)
  if (missing !== undefined) throw refusalOf(testQuestion, 'picture', { no: row.no, n: missing, count: pictures.length })
  const copies: string[] = []
  for (const one of pictures) copies.push((await copyFile(db, one, { of: testQuestionVersion, rowId: id })) ?? one)
  return { id, questionId: row.id, no: row.versionNo + 1, content: copies.length ? { ...content, pictures: copies } : content }
}
/** What these questions are now becomes their next version, which papers draw. */
export async function review(db: Db, rows: readonly Question[], reviewedBy: string | null): Promise<void> {
  const versions: Array<Awaited<ReturnType<typeof versionOf>>> = []
  for (const row of rows) versions.push(await versionOf(db, row))
  await db.insertMany(testQuestionVersion, versions, { history: false })
  await db.updateMany(
    testQuestion,
    rows.map(row => ({ id: row.id, state: 'reviewed' as const, versionNo: row.versionNo + 1, reviewedBy })),
  )
}
const banksOf = async (db: Db, rows: readonly Question[]) => db.unscoped(questionBank).all({ id: [...new Set(rows.map(row => row.bankId))] }) // of questions in the caller's scope
export default [
  records,
  handle(reviewQuestions, async (ctx, { ids }) => {
    const { db, me, refuse } = ctx
    const rows = await db.visible(testQuestion).lockAll(ids, 'review')
    const own = rows.find(row => row.editedBy === me.userId)
    if (own) refuse('ownWork', { stem: own.stem.slice(0, 40) })
    mustEdit(ctx, await banksOf(db, rows))
    await review(db, rows, me.userId || null)
    return { reviewed: rows.length }
  }),
  handle(retireQuestions, async (ctx, { ids }) => {
    const rows = await ctx.db.visible(testQuestion).lockAll(ids, 'retire')
    mustEdit(ctx, await banksOf(ctx.db, rows))
    await ctx.db.updateMany(
      testQuestion,
      rows.map(row => ({ id: row.id, state: 'retired' as const })),
    )
  }),
  handle(restoreQuestion, async (ctx, { id }) => {
    const row = await ctx.db.visible(testQuestion).lock(id, 'restore')
    mustEdit(ctx, await banksOf(ctx.db, [row]))
    // whoever edited it while it was retired did so before a review
    await ctx.db.update(testQuestion, id, { state: 'draft', reviewedBy: null })
  }),
]
