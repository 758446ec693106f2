import { action, choice, date, decimal, entity, integer, json, labelsOf, list, money, shape, text, type Values } from '#model'

export const FIGURE_SCOPES = { all: '所有学生', undergraduate: '本专科生', master: '硕士生', doctor: '博士生', secondary: '中职生' } as const
export type FigureScope = keyof typeof FIGURE_SCOPES
const need = { required: true, min: 0 } as const
const amount = { amount: money('金额', need) } as const

/** All policy figures: what each consists of, and its unit. Codes of one name are one figure with a value for each scope. */
export const FIGURES = {
  'nationalScholarship.amount': { label: '国家奖学金', unit: '元/年', parts: amount },
  'inspirationalScholarship.amount': { label: '国家励志奖学金', unit: '元/年', parts: amount },
  nationalGrant: {
    label: '国家助学金',
    unit: '元/年',
    parts: { average: money('平均', need), least: money('最低档', { min: 0 }), most: money('最高档', { min: 0 }), soldier: money('退役士兵学生', { min: 0 }) },
  },
  'loan.cap': { label: '国家助学贷款额度', unit: '元/年', parts: amount },
  'loan.rate': { label: '国家助学贷款利率', unit: '与五年期 LPR 的差', parts: { points: decimal('百分点', { required: true, min: -10, max: 10, precision: 4, scale: 2 }) } },
  'loan.term': {
    label: '国家助学贷款期限',
    unit: '年',
    parts: { extra: integer('剩余学制之外', need), most: integer('最长', need), grace: integer('还本宽限期', need) },
  },
  'military.cap': { label: '参军资助上限', unit: '元/年', parts: amount },
  'military.loanBase': { label: '参军代偿按全部贷款计算', unit: '1 是，0 否', parts: { whole: integer('全部贷款', { required: true, min: 0, max: 1 }) } },
  'workStudy.hours': {
    label: '勤工助学时长',
    unit: '小时',
    parts: { week: integer('每周', need), month: integer('每月', need), vacationWeek: integer('假期每周', need) },
  },
  'workStudy.minHourly': { label: '勤工助学最低时薪', unit: '元/小时', parts: amount },
  'leagueFee.student': { label: '学生团费', unit: '元/月', parts: amount },
  'refund.months': {
    label: '退费计费月数',
    unit: '月',
    parts: { year: integer('每学年', { required: true, min: 1, max: 12 }), term: integer('每学期', { required: true, min: 1, max: 12 }) },
  },
  'publicNotice.workdays': { label: '公示期', unit: '工作日', parts: { days: integer('天数', { required: true, min: 1, max: 60 }) } },
} as const
export type FigureCode = keyof typeof FIGURES
export type FigureValue<C extends FigureCode = FigureCode> = Values<(typeof FIGURES)[C]['parts']>

const given = {
  code: choice('参数', labelsOf(FIGURES), { required: true }),
  scope: choice('适用', FIGURE_SCOPES, { required: true, initial: 'all' }),
  value: json<Readonly<Record<string, number | null>>>('数值', { required: true, untyped: 'its parts follow from the code and are checked by it' }),
  effectiveFrom: date('起', { required: true }),
  effectiveTo: date('止', { help: '不填则一直有效' }),
  basis: text('依据', { max: 200 }),
} as const
/** 政策参数: dated amounts and limits of the state. Read through `policyFigures` and nowhere else, with the day that the rule names. */
export const policyFigure = entity(
  'system.policyFigure',
  '政策参数',
  { ...given, unit: text('单位', { required: true, readonly: true, max: 20 }) },
  {
    title: 'code',
    cached: true,
    scope: { everyone: 'amounts and limits of the state' },
    unique: [['code', 'scope', 'effectiveFrom']],
    sort: ['code', 'scope', '-effectiveFrom'],
    verbs: ['list'],
    refusals: {
      dates: '结束日期 {to} 早于开始日期 {from}',
      overlap: '{code}（{scope}）在 {from} 到 {to} 已有一行，同一参数的时间不能重叠',
      none: '没有 {code}（{scope}）在 {on} 的政策参数，请先登记',
      asks: '有 {n} 个进行中的批次会受影响：{batches}。看过以后再保存',
    },
  },
)
const id = text('编号', { max: 36 })
const span = { code: given.code, scope: given.scope, effectiveFrom: given.effectiveFrom, effectiveTo: given.effectiveTo } as const
const batch = { id: text('编号', { required: true, max: 60 }), name: text('批次', { required: true, max: 100 }), link: text('链接', { max: 300 }) } as const
const seen = list('已看过的批次', text('批次', { max: 60 }), { max: 500 })

/** Open batches that a row with these dates, in place of the one it changes, would change. */
export const affectedBatches = action('system.policyFigure.affected', '受影响的批次', {
  method: 'GET',
  permission: 'system:policyFigure:list',
  input: { id, ...span },
  output: { batches: list('批次', shape('批次', batch), { required: true }) },
})
/** Adds a row or changes one; with open batches it asks first (40-P2). */
export const saveFigure = action('system.policyFigure.save', '保存', { input: { id, ...given, seen }, output: { id: text('编号', { required: true, max: 36 }) } })
export const removeFigure = action('system.policyFigure.drop', '删除', { input: { id: text('编号', { required: true, max: 36 }), seen }, output: 'none' })
export const figureActions = [affectedBatches, saveFigure, removeFigure]

/** Levels of study (JY/T 1001) and the scope their figures have. Vocational colleges count as undergraduate. */
const SCOPE_OF_LEVEL: Readonly<Record<string, FigureScope>> = { 1: 'doctor', 2: 'master', 3: 'undergraduate', 4: 'undergraduate', 5: 'undergraduate', 6: 'secondary' }
export const figureScopeOf = (level: string | null): FigureScope => SCOPE_OF_LEVEL[level ?? ''] ?? 'all'
