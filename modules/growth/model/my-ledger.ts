import { action, bool, choice, date, decimal, list, pickFields, shape, text } from '#model'
import { growthEntry } from './entry.ts'
import { objectionStates } from './objection.ts'

const need = { required: true } as const
/** What is shown of an entry as it stands in the ledger. */
export const ofEntry = {
  id: text('编号', { ...need, max: 36 }),
  ...pickFields(growthEntry.fields, [
    ...(['entryNo', 'category', 'title', 'hours', 'points', 'labourHours', 'countedHours', 'countedPoints', 'capNote', 'bizDate', 'xn', 'xqM'] as const),
  ]),
} as const
const entry = shape('成长记录', {
  ...ofEntry,
  source: text('来源业务', { ...need, max: 60 }),
  confirmer: text('确认人', { max: 60, clear: 'who answers for the entry is known to the student' }),
  isReversed: bool('已冲销', need),
  reason: text('原因', { max: 200 }),
  /** Empty where there is nothing to object to any more. */
  objectUntil: date('可以提异议到'),
  objectionId: text('异议', { max: 36 }),
  objection: choice('异议状态', objectionStates.labels),
})
const total = shape('合计', {
  category: growthEntry.fields.category,
  hours: decimal('计入时长', { ...need, precision: 7, scale: 1 }),
  points: decimal('计入积分', { ...need, precision: 8, scale: 2 }),
})
/** 60-GL3: one's own entries, the latest first, and what counts by category. */
export const myLedger = action('growth.growthEntry.mine', '我的成长台账', {
  method: 'GET',
  output: { entries: list('成长记录', entry, need), totals: list('合计', total, need) },
})
