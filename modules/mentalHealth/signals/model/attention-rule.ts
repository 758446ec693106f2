import { action, bool, entity, integer, list, ref, shape, text } from '#model'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
/** Signals that only the centre may know of: that somebody was screened, or asked for help. */
export const INNER_SIGNALS = ['screening', 'helpRequest'] as const
export const TRIED_DAYS = 90
/** 信号规则: which facts count, how much, and for how many days. */
export const attentionRule = entity(
  'mentalHealth.attentionRule',
  '信号规则',
  {
    /** Code of a rule of early warning, or a kind of this module. */
    signal: text('编码', { ...fixed, max: 40, format: 'code' }),
    title: text('信号', { ...fixed, max: 60 }),
    windowDays: integer('看多少天', { ...need, min: 1, max: TRIED_DAYS }),
    weight: integer('计多少', { ...need, min: 1, max: 20 }),
    isEnabled: bool('启用', { ...need, initial: true }),
  },
  {
    title: 'title',
    scope: {},
    unique: [['signal']],
    verbs: [],
    refusals: { notHead: '信号规则由心理中心主任调整，主任在系统参数里指定', notCentre: '只有心理中心的老师可以查看', changed: '规则刚被改过，请重新打开' },
  },
)
/** What a school begins with. Titles name facts. */
export const DEFAULT_SIGNALS = [
  { signal: 'absentNight', title: '夜不归宿', windowDays: 14, weight: 2 },
  { signal: 'lateNight', title: '14 天内第 3 次起晚归', windowDays: 14, weight: 1 },
  { signal: 'absentSign', title: '14 天内签到缺勤满 3 次', windowDays: 14, weight: 1 },
  { signal: 'leaveOverdue', title: '请假到期未返', windowDays: 14, weight: 2 },
  { signal: 'notSeen', title: '多日没有任何记录', windowDays: 14, weight: 4 },
  { signal: 'failedCourses', title: '上学期不及格满 3 门', windowDays: 90, weight: 2 },
  { signal: 'arrears', title: '欠费超过 60 天', windowDays: 60, weight: 1 },
  { signal: 'punished', title: '处分新生效', windowDays: 60, weight: 2 },
  { signal: 'screening', title: '普查结果需要约谈', windowDays: 60, weight: 3 },
  { signal: 'helpRequest', title: '向心理中心求助', windowDays: 30, weight: 4 },
  { signal: 'noPassage', title: '长时间没有进出记录', windowDays: 14, weight: 2 },
] as const
export type Signal = (typeof DEFAULT_SIGNALS)[number]['signal']
const { fields, options } = attentionRule
const refusals = options.refusals ?? {}
const chosen = { ruleId: ref('attentionRule', '信号规则', need), windowDays: fields.windowDays, weight: fields.weight, isEnabled: fields.isEnabled } as const
const rules = list('信号规则', shape('信号规则', chosen, need), { ...need, min: 1, max: 60 })
/** The rules as they are. */
export const rulesOf = action('mentalHealth.attentionRule.rules', '信号规则', {
  method: 'GET',
  output: {
    rules: list('信号规则', shape('信号规则', { ...chosen, title: fields.title }, need), need),
    threshold: integer('合计达到', need),
    canEdit: bool('可以调整', need),
  },
  refusals,
})
/** What rules would have done with the facts of the last ninety days. */
export const tryRules = action('mentalHealth.attentionRule.try', '试算', {
  permission: rulesOf.permission,
  input: { rules },
  output: {
    students: integer('会提出的学生', need),
    now: integer('按现在的规则', need),
    rules: list('信号规则', shape('信号规则', { ruleId: chosen.ruleId, facts: integer('事实（件）', need), students: integer('学生（人）', need) }, need), need),
  },
  refusals,
})
export const saveRules = action('mentalHealth.attentionRule.save', '启用新规则', { permission: rulesOf.permission, input: { rules }, output: 'none', refusals })
export const ruleActions = [rulesOf, tryRules, saveRules]
