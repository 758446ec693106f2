import { parseFields } from '#fields/parse.ts'
import { type Row, refusalOf } from '#model'
import { type Db, handle, rules } from '#server/context.ts'
import { levelNames, levelOrder } from '../../levels/server/api.ts'
import { reviseModel, tryModel } from '../model/actions.ts'
import { DEFAULT_FLOORS, DEFAULT_ITEMS, DEFAULT_THRESHOLDS } from '../model/default-model.ts'
import { type IndexItem, indexModel, modelParts } from '../model/index-model.ts'
import { finalOf, reviewOf, scoreOf, suggestedLevel } from '../model/scoring.ts'
import { wholeModel } from './scores.ts'

type Draft = Partial<Row<typeof indexModel>>
const WHOLE = 100
const NUMBERS: ReadonlySet<string> = new Set(['incomePerHead', 'studyingCount', 'supportCount'])
const twiceIn = (keys: readonly string[]): string | undefined => keys.find((key, n) => keys.indexOf(key) !== n)
/** Numbers have limits and one option without; codes are named by all options but one; what is asked besides has neither. */
function fitsSource({ source, options }: IndexItem): boolean {
  const limits = options.filter(o => typeof o.upTo === 'number').length
  const named = options.filter(o => o.values?.length).length
  if (NUMBERS.has(source)) return limits === options.length - 1 && typeof options.at(-1)?.upTo !== 'number' && !named
  return source === 'asked' ? !limits && !named : !limits && named >= options.length - 1
}
function checkItems(items: readonly IndexItem[]): void {
  const sum = items.reduce((total, i) => total + i.weight, 0)
  if (sum !== WHOLE) throw refusalOf(indexModel, 'weights', { sum }, 'items')
  const twice = twiceIn(items.map(i => i.key)) ?? items.map(i => twiceIn(i.options.map(o => o.key))).find(key => key !== undefined)
  if (twice) throw refusalOf(indexModel, 'twice', { name: twice }, 'items')
  const wrong = items.find(i => !fitsSource(i))
  if (wrong) throw refusalOf(indexModel, 'source', { question: wrong.question }, 'items')
}
async function check(db: Db, draft: Draft): Promise<void> {
  const { items, thresholds, floors, indexWeight = 0, reviewWeight = 0 } = draft
  const { issues } = parseFields(modelParts, { items, thresholds, floors })
  const [faulty] = issues
  if (faulty) throw refusalOf(indexModel, 'form', { part: { text: indexModel.fields[(faulty.field?.split(/[.[]/)[0] ?? 'items') as 'items']?.label ?? '' } }, 'items')
  if (indexWeight + reviewWeight !== WHOLE) throw refusalOf(indexModel, 'shares', { sum: indexWeight + reviewWeight }, 'reviewWeight')
  checkItems(items ?? [])
  await checkOrder(db, thresholds ?? [])
}
/** A stronger level asks for a higher score. */
export async function checkOrder(db: Db, thresholds: NonNullable<Draft['thresholds']>): Promise<void> {
  const [order, nameOf] = await Promise.all([levelOrder(db), levelNames(db)])
  const twice = twiceIn(thresholds.map(t => t.level))
  if (twice) throw refusalOf(indexModel, 'twice', { name: nameOf(twice) }, 'thresholds')
  const sorted = [...thresholds].sort((a, b) => (order.get(a.level) ?? 0) - (order.get(b.level) ?? 0))
  const wrong = sorted.find((t, n) => n > 0 && t.from >= (sorted[n - 1]?.from ?? 0))
  if (wrong) throw refusalOf(indexModel, 'order', { level: nameOf(wrong.level), from: wrong.from }, 'thresholds')
}
const mustBeOpen = ({ isFrozen, name, edition }: Row<typeof indexModel>): void => {
  if (isFrozen) throw refusalOf(indexModel, 'frozen', { name, edition })
}
const revise = handle(reviseModel, async ({ db }, { id }) => {
  const { name, items, thresholds, floors, indexWeight, reviewWeight } = await db.visible(indexModel).one(id)
  const [last] = await db.unscoped(indexModel).all({ name }, { sort: ['-edition'], limit: 1 }) // editions of the model
  const made = await db.insert(indexModel, { name, items, thresholds, floors, indexWeight, reviewWeight, edition: (last?.edition ?? 0) + 1 })
  return { id: made.id }
})
const tryOut = handle(tryModel, async ({ db }, { id, incomePerHead, studyingCount, supportCount, specialGroup, isIll, review }) => {
  const model = wholeModel(await db.visible(indexModel).one(id))
  const groups = specialGroup ? [specialGroup] : []
  const survey = {
    incomePerHead: incomePerHead ?? null,
    studyingCount: studyingCount ?? null,
    supportCount: supportCount ?? null,
    specialGroups: groups,
    illness: isIll ? '—' : null,
  }
  const { score, detail } = scoreOf(model, survey)
  const finalScore = finalOf(model, score, typeof review === 'number' ? reviewOf([review]) : null)
  return {
    ...{ indexScore: score, finalScore, level: suggestedLevel(await levelOrder(db), model, finalScore, new Set(groups)) },
    detail: detail.flatMap(d => {
      const item = model.items.find(i => i.key === d.key)
      return item ? [{ question: item.question, answer: item.options.find(o => o.key === d.option)?.label ?? '', points: d.points, weight: item.weight }] : []
    }),
  }
})
export default [
  revise,
  tryOut,
  rules(indexModel, {
    async add({ db }, draft) {
      draft.items ??= DEFAULT_ITEMS
      draft.thresholds ??= DEFAULT_THRESHOLDS
      draft.floors ??= DEFAULT_FLOORS
      await check(db, { indexWeight: 70, reviewWeight: 30, ...draft })
    },
    async update({ db }, row, patch) {
      mustBeOpen(row)
      await check(db, { ...row, ...patch })
    },
    async remove(_ctx, row) {
      mustBeOpen(row)
    },
  }),
]
