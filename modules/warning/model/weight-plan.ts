import { action, choice, date, datetime, decimal, entity, integer, json, list, ref, shape, text } from '#model'
import { warningRule } from './warning-rule.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const { points, decayDays, maxCount, isEnabled } = warningRule.fields
/** Weights of one rule as somebody would have them. */
const weight = shape('规则', { ruleId: ref('warningRule', '信号', need), points, decayDays, maxCount, isEnabled })
/** 预警规则草案: weights that take effect only once they have been replayed (60-EW8). */
export const weightPlan = entity(
  'warning.weightPlan',
  '预警规则草案',
  {
    rules: list('规则', weight, { ...need, readonly: true, secret: 'internal', max: 100 }),
    /** Versions of the rules that it was replayed against. */
    basedOn: json<Record<string, number>>('依据的版本', { ...need, readonly: true, secret: 'internal' }),
    entries: integer('试算列入人次', { ...need, readonly: true, min: 0 }),
    entriesNow: integer('原规则列入人次', { ...need, readonly: true, min: 0 }),
    appliedAt: datetime('启用时间', { readonly: true }),
    appliedById: ref('user', '启用人', { readonly: true }),
  },
  { title: 'appliedAt', scope: { everyone: 'weights of the school, which names nobody' }, sort: ['-createdAt'], verbs: [] },
)
export const PLANS = { now: '现在的规则', planned: '新规则' } as const
/** The rules as they are, for whoever changes them. */
export const editRules = action('warning.weightPlan.rules', '调整预警规则', {
  method: 'GET',
  output: {
    rules: list('规则', shape('规则', { id: text('编号', { ...need, max: 36 }), title: text('信号', { ...need, max: 60 }), points, decayDays, maxCount, isEnabled }), need),
  },
})
const replayed = {
  entries: count('列入人次'),
  /** Of entries that somebody closed, and of these false alarms. */
  judged: count('其中已有结论'),
  falseAlarms: count('其中误报'),
} as const
/** 60-EW8: what these weights would have done last term, beside those in force. Changes nothing. */
export const replayPlan = action('warning.weightPlan.replay', '试算', {
  input: { rules: list('规则', weight, { ...need, min: 1, max: 100 }) },
  output: {
    id: text('草案', { ...need, max: 36 }),
    from: date('从', need),
    to: date('到', need),
    weeks: count('周数'),
    sums: list('合计', shape('合计', { plan: choice('规则', PLANS, need), ...replayed }), need),
    counsellors: list(
      '各辅导员',
      shape('辅导员', {
        departmentName: text('学院', { max: 100 }),
        counsellorName: text('辅导员', { max: 64 }),
        now: count('现在的规则'),
        planned: count('新规则'),
        perWeek: decimal('新规则每周', { ...need, precision: 8, scale: 1 }),
        mostInWeek: count('最多的一周'),
      }),
      need,
    ),
  },
  refusals: { noTerm: '校历里没有上一学期，不能试算' },
})
export const applyPlan = action('warning.weightPlan.apply', '启用新规则', {
  input: { id: ref('weightPlan', '草案', need) },
  output: 'none',
  refusals: { changed: '规则在试算以后改过，请重新试算', applied: '这份草案已经启用' },
})
export const planActions = [editRules, replayPlan, applyPlan]
