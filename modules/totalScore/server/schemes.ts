import { type Row, refusalOf } from '#model'
import { type Db, handle, rules } from '#server/context.ts'
import { tsItem, tsRecorder } from '../model/item.ts'
import { pointAccount, pointEntry } from '../model/ledger.ts'
import { activateScheme, endScheme, tsCategory, tsScheme } from '../model/scheme.ts'
import type { Scheme } from './periods.ts'

type Item = Row<typeof tsItem>
type Category = Row<typeof tsCategory>
/** What decides over points that stand already. */
const FROZEN = ['baseScore', 'minScore', 'maxScore', 'pointsPerCredit'] as const

function checkScheme({ kind, period, baseScore, minScore, maxScore, gradeFrom, gradeTo, pointsPerCredit }: Partial<Scheme>): void {
  const marks = [minScore ?? null, baseScore ?? 0, maxScore ?? null].filter(n => n !== null)
  if (marks.some((n, at) => n < (marks[at - 1] ?? n))) throw refusalOf(tsScheme, 'range', { min: minScore ?? '—', base: baseScore ?? 0, max: maxScore ?? '—' }, 'baseScore')
  if (gradeFrom && gradeTo && gradeFrom > gradeTo) throw refusalOf(tsScheme, 'grades', { from: gradeFrom, to: gradeTo }, 'gradeTo')
  if (kind === 'credit' && !pointsPerCredit) throw refusalOf(tsScheme, 'noCredit', {}, 'pointsPerCredit')
  if (kind === 'credit' && period !== 'study') throw refusalOf(tsScheme, 'study', {}, 'period')
}
async function checkCategory(db: Db, { schemeId, growthCategory, requiredMin, cap }: Partial<Category>): Promise<void> {
  const scheme = await db.unscoped(tsScheme).one(schemeId ?? '') // schemes are open to everybody
  if ((scheme.kind === 'credit') !== Boolean(growthCategory)) throw refusalOf(tsCategory, 'growth', {}, 'growthCategory')
  if (typeof cap === 'number' && typeof requiredMin === 'number' && cap < requiredMin) throw refusalOf(tsCategory, 'cap', { cap, least: requiredMin }, 'cap')
}
async function checkItem(
  db: Db,
  { schemeId, categoryId, pointsMin = 0, pointsMax = 0, source, direction, applyWithinDays, evidenceKind, evidenceLevel, isEnabled, id }: Partial<Item>,
): Promise<void> {
  const category = await db.unscoped(tsCategory).one(categoryId ?? '') // categories are open to everybody
  if (category.schemeId !== schemeId) throw refusalOf(tsItem, 'category', { category: category.name }, 'categoryId')
  if (pointsMin > pointsMax) throw refusalOf(tsItem, 'range', { min: pointsMin, max: pointsMax }, 'pointsMax')
  if (source === 'evidence') {
    if (!evidenceKind || pointsMin !== pointsMax) throw refusalOf(tsItem, 'evidence', {}, evidenceKind ? 'pointsMin' : 'evidenceKind')
    await db.unscoped(tsScheme).lock(schemeId) // two items of one kind at once are one too many
    const same = (await db.unscoped(tsItem).all({ schemeId, source, evidenceKind, isEnabled: true })).find(i => i.id !== id && i.evidenceLevel === (evidenceLevel ?? null)) // of the scheme
    if (isEnabled !== false && same) throw refusalOf(tsItem, 'sameEvidence', { name: same.name }, 'evidenceKind')
  }
  if (source === 'apply' && direction === 'deduct') throw refusalOf(tsItem, 'applyAdds', {}, 'source')
  if (source === 'apply' && !applyWithinDays) throw refusalOf(tsItem, 'days', {}, 'applyWithinDays')
}
function checkRecorder({ classIds, buildingIds, from = '', to = '' }: Partial<Row<typeof tsRecorder>>): void {
  if (!classIds?.length && !buildingIds?.length) throw refusalOf(tsRecorder, 'nobody', {}, 'classIds')
  if (from > to) throw refusalOf(tsRecorder, 'order', { from, to }, 'to')
}
/** A scheme that is to count needs items, and one for each category that asks for points. */
const activate = handle(activateScheme, async ({ db, refuse }, { id }) => {
  const scheme = await db.visible(tsScheme).lock(id, 'activate')
  const items = await db.unscoped(tsItem).all({ schemeId: id, isEnabled: true }) // of the scheme
  if (!items.length) throw refuse('noItems', { name: scheme.name })
  const bare = (await db.unscoped(tsCategory).all({ schemeId: id })).find(c => (c.requiredMin ?? 0) > 0 && !items.some(i => i.categoryId === c.id && i.direction === 'add')) // of the scheme
  if (bare) throw refuse('noCategory', { name: scheme.name, category: bare.name, least: bare.requiredMin })
  await db.update(tsScheme, id, { state: 'active' })
})
const end = handle(endScheme, async ({ db }, { id }) => {
  await db.visible(tsScheme).lock(id, 'end')
  await db.update(tsScheme, id, { state: 'ended' })
})
export default [
  activate,
  end,
  rules(tsScheme, {
    add: async (_ctx, draft) => checkScheme(draft),
    async update({ db }, row, patch) {
      const isChanged = FROZEN.some(name => patch[name] !== undefined && patch[name] !== row[name])
      if (isChanged && (await db.unscoped(pointAccount).count({ schemeId: row.id }))) throw refusalOf(tsScheme, 'inUse', { name: row.name }) // of the scheme
      checkScheme({ ...row, ...patch })
    },
    async remove({ db }, { id, name }) {
      if (await db.unscoped(tsCategory).count({ schemeId: id })) throw refusalOf(tsScheme, 'used', { name, what: { text: '考核类别' } }) // of the scheme
    },
  }),
  rules(tsCategory, {
    add: ({ db }, draft) => checkCategory(db, draft),
    update: ({ db }, row, patch) => checkCategory(db, { ...row, ...patch }),
    async remove({ db }, { id, name }) {
      if (await db.unscoped(tsItem).count({ categoryId: id })) throw refusalOf(tsCategory, 'used', { name }) // of the scheme
    },
  }),
  rules(tsItem, {
    add: ({ db }, draft) => checkItem(db, draft),
    update: ({ db }, row, patch) => checkItem(db, { ...row, ...patch }),
    async remove({ db }, { id, name }) {
      if (await db.unscoped(pointEntry).count({ itemId: id })) throw refusalOf(tsItem, 'used', { name }) // whoever has them
    },
  }),
  rules(tsRecorder, {
    add: async (_ctx, draft) => checkRecorder(draft),
    update: async (_ctx, row, patch) => checkRecorder({ ...row, ...patch }),
  }),
]
