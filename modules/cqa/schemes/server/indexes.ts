import { refusalOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, rules } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { codesIn, type Formula, FormulaFault, parseFormula } from '../model/formula.ts'
import { cqaIndex } from '../model/index-row.ts'
import { cqaPointRule } from '../model/point-rule.ts'
import { cqaScheme } from '../model/scheme.ts'
import { type Index, inOrder } from '../model/tree.ts'
import { indexesOf } from './trees.ts'

const MOST = 100
const RESERVED: readonly string[] = ['min', 'max', 'round', 'if']
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(cqaIndex, key as 'most', values, field)
type Draft = Partial<Index>

/** 50-CQ13: the scheme is locked until the end of the transaction, so that nothing is added while it is published. */
async function mustBeDraft(db: Db, of: typeof cqaIndex | typeof cqaPointRule, schemeId: string): Promise<void> {
  const scheme = await db.unscoped(cqaScheme).lock(schemeId) // only its state is read
  if (scheme.state !== 'draft') throw refusalOf(of as typeof cqaIndex, 'frozen', { scheme: scheme.name })
}
function formulaOf({ name, formula }: Draft): Formula {
  if (!formula?.trim()) throw refuse('noFormula', { name }, 'formula')
  try {
    return parseFormula(formula)
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    throw refuse('formula', { at: error.at, found: error.found || '…' }, 'formula')
  }
}
function checkOwn(draft: Draft): void {
  const { name, code = '', kind, combine, scorer, minScore, maxScore } = draft
  if (!/^[A-Za-z]\w*$/.test(code) || RESERVED.includes(code)) throw refuse('code', { code }, 'code')
  if (kind === 'group' && !combine) throw refuse('combine', { name }, 'combine')
  if (kind === 'scored' && !scorer) throw refuse('scorer', { name }, 'scorer')
  if (typeof minScore === 'number' && typeof maxScore === 'number' && minScore > maxScore) throw refuse('range', { min: minScore, max: maxScore }, 'minScore')
}
/** 50-CQ14: formulas name indexes of the scheme and none is made of itself, by whatever way. */
function checkTree(others: readonly Index[], draft: Index): void {
  if (others.length >= MOST) throw refuse('most', { most: MOST })
  const all = [...others, draft]
  const parent = all.find(i => i.id === draft.parentId)
  if (draft.parentId && (parent?.kind !== 'group' || parent.id === draft.id)) throw refuse('parent', {}, 'parentId')
  for (let above = parent; above; above = all.find(i => i.id === above?.parentId)) if (above.id === draft.id) throw refuse('parent', {}, 'parentId')
  if (draft.kind === 'formula') {
    const unknown = codesIn(formulaOf(draft)).find(code => !all.some(i => i.code === code))
    if (unknown) throw refuse('unknownCode', { code: unknown }, 'formula')
  }
  const ordered = inOrder(all)
  if ('circle' in ordered) throw refuse('circle', { codes: ordered.circle.join(' → ') }, draft.kind === 'formula' ? 'formula' : 'parentId')
}
/** What an index of another kind does not have. */
function cleared(draft: Draft): Draft {
  const { kind } = draft
  return {
    ...(kind === 'group' ? {} : { combine: null }),
    ...(kind === 'formula' ? {} : { formula: null }),
    ...(kind === 'scored' ? {} : { scorer: null, needsProof: false }),
  }
}
async function check(db: Db, draft: Draft): Promise<void> {
  await mustBeDraft(db, cqaIndex, draft.schemeId ?? '')
  checkOwn(draft)
  const others = (await indexesOf(db, draft.schemeId ?? '')).filter(i => i.id !== draft.id)
  checkTree(others, { ...draft, id: draft.id ?? '', parentId: draft.parentId ?? null } as Index)
}
const what = (text: string) => ({ text })
async function mustBeUnused(db: Db, row: Index): Promise<void> {
  const others = (await indexesOf(db, row.schemeId)).filter(i => i.id !== row.id)
  const inFormula = (i: Index): boolean => i.kind === 'formula' && !!i.formula && codesIn(parseFormula(i.formula)).includes(row.code)
  const used = others.some(i => i.parentId === row.id) ? what('下级指标') : others.some(inFormula) ? what('公式') : undefined
  if (used) throw refuse('used', { name: row.name, what: used })
}
const indexes = rules(cqaIndex, {
  async add({ db }, draft: Draft) {
    Object.assign(draft, cleared(draft))
    await check(db, draft)
  },
  async update({ db }, row, patch: Draft) {
    const next = { ...row, ...patch }
    if (patch.code && patch.code !== row.code) await mustBeUnused(db, row)
    Object.assign(patch, cleared(next))
    await check(db, { ...next, ...cleared(next) })
  },
  async remove({ db }, row) {
    await mustBeDraft(db, cqaIndex, row.schemeId)
    await mustBeUnused(db, row)
    await db.removeWhere(cqaPointRule, { indexId: row.id })
  },
})
async function mustFit(db: Db, indexId: string): Promise<void> {
  const index = await db.unscoped(cqaIndex).one(indexId) // only its kind is read
  await mustBeDraft(db, cqaPointRule, index.schemeId)
  if (index.kind !== 'auto' && index.kind !== 'deduct') throw refusalOf(cqaPointRule, 'kind', { name: index.name })
}
const pointRules = rules(cqaPointRule, {
  add: ({ db }, draft) => mustFit(db, draft.indexId ?? ''),
  update: ({ db }, row) => mustFit(db, row.indexId),
  remove: ({ db }, row) => mustFit(db, row.indexId),
})
/** Copies the tree of a scheme with its rules, as it stands in the other one. Of rules that are equally exact and worth the same the older one counts: they keep their order. */
export async function copyTree(db: Db, from: string, to: string): Promise<void> {
  const all = await indexesOf(db, from)
  const ids = new Map(all.map(i => [i.id, uuidv7()]))
  await db.insertMany(
    cqaIndex,
    all.map(index => ({ ...only(cqaIndex.fields, index), id: ids.get(index.id) ?? '', schemeId: to, parentId: ids.get(index.parentId ?? '') ?? null })),
  )
  const rows = await db.unscoped(cqaPointRule).all({ indexId: [...ids.keys()] }, { sort: ['id'] }) // of the scheme that is copied
  await db.insertMany(
    cqaPointRule,
    rows.map(rule => ({ ...only(cqaPointRule.fields, rule), indexId: ids.get(rule.indexId) ?? '' })),
  )
}
export default [indexes, pointRules]
