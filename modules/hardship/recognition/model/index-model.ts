import { bool, choice, decimal, dict, entity, integer, json, list, shape, text } from '#model'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { specialGroup } from './dictionaries.ts'

export const FACTORS = { economy: '家庭经济', group: '特殊群体', region: '地区', event: '突发状况', consumption: '消费', other: '其他' } as const
/** Where the answer of a question comes from: from the form, or asked besides. */
export const SOURCES = {
  asked: '单独提问',
  incomePerHead: '人均年收入（元）',
  studyingCount: '在读人数',
  supportCount: '赡养人数',
  homeCanton: '家庭所在地',
  housing: '住房',
  assets: '家庭资产',
  specialGroups: '特殊群体',
  disaster: '自然灾害',
  illness: '重大疾病',
  unemployment: '失业',
  debt: '负债',
  loanThisYear: '助学贷款',
} as const
export type Source = keyof typeof SOURCES
/** One answer: of a number the first whose `upTo` is not exceeded, of codes the one that names it (of a place its first digits), else the one that names nothing. */
export interface IndexOption {
  key: string
  label: string
  points: number
  upTo?: number | null
  values?: readonly string[] | null
}
export interface IndexItem {
  key: string
  factor: keyof typeof FACTORS
  question: string
  /** Told to the student beside the question. */
  why?: string | null
  source: Source
  weight: number
  options: readonly IndexOption[]
}
export interface Threshold {
  level: string
  from: number
}
export interface Floor {
  group: string
  level: string
}
const points = { required: true, min: 0, max: 100 } as const
const key = text('编号', { required: true, max: 40 })
export const option = shape('选项', {
  key,
  label: text('选项', { required: true, max: 60 }),
  points: integer('分', points),
  upTo: integer('不超过'),
  values: list('取值', text('取值', { max: 40 }), { max: 40 }),
})
export const item = shape('问题', {
  key,
  factor: choice('类别', FACTORS, { required: true }),
  question: text('问题', { required: true, max: 120 }),
  why: text('为什么问', { max: 200 }),
  source: choice('来源', SOURCES, { required: true }),
  weight: integer('权重', { required: true, min: 1, max: 100 }),
  options: list('选项', option, { required: true, min: 2, max: 20 }),
})
export const threshold = shape('分数线', { level: dict('等级', aidLevel, { required: true }), from: decimal('不低于', { ...points, precision: 5, scale: 2 }) })
export const floor = shape('保底', { group: dict('特殊群体', specialGroup, { required: true }), level: dict('至少', aidLevel, { required: true }) })
export const modelParts = {
  items: list('问题', item, { required: true, min: 1, max: 40 }),
  thresholds: list('分数线', threshold, { required: true, min: 1, max: 6 }),
  floors: list('保底等级', floor, { required: true, max: 20 }),
} as const

/** 指标体系: questions with weights, and from which score on which level is suggested. It is frozen once a batch that uses it is published. */
export const indexModel = entity(
  'hardship.indexModel',
  '指标体系',
  {
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    edition: integer('版本', { required: true, readonly: true, initial: 1 }),
    items: json<readonly IndexItem[]>('问题', { required: true, untyped: 'checked by the rules of the entity: questions with options, weights that sum to 100' }),
    thresholds: json<readonly Threshold[]>('分数线', { required: true, untyped: 'checked by the rules of the entity' }),
    floors: json<readonly Floor[]>('保底等级', { required: true, untyped: 'checked by the rules of the entity' }),
    indexWeight: integer('指标占比', { required: true, min: 0, max: 100, initial: 70 }),
    reviewWeight: integer('评议占比', { required: true, min: 0, max: 100, initial: 30 }),
    isFrozen: bool('已冻结', { required: true, readonly: true, initial: false }),
  },
  {
    title: 'name',
    scope: { everyone: 'questions and weights of the school, without data of students' },
    select: 'open',
    selectFields: ['name', 'edition'],
    unique: [['name', 'edition']],
    sort: ['name', '-edition'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      frozen: '“{name}”第 {edition} 版已在批次中使用，不能再改，请另建新版',
      weights: '问题的权重合计 {sum}，须为 100',
      shares: '指标占比和评议占比合计 {sum}，须为 100',
      form: '“{part}”不完整',
      twice: '“{name}”写了两次',
      source: '“{question}”的选项与它的来源不符',
      order: '分数线须从高到低：{level}的 {from} 不低于前一级',
    },
  },
)
