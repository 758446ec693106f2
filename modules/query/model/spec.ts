/** A query built on screen: names of declared fields, never SQL text. */
export interface Spec {
  /** Field paths, references separated by dots: `name`, `classId.grade`. */
  columns: string[]
  where?: Group
  /** If given, the result has one row per group. */
  groupBy?: string[]
  aggregates?: Aggregate[]
  sort?: Order[]
}
export const AGGREGATES = { count: '数量', distinct: '不同值', sum: '合计', avg: '平均', min: '最小', max: '最大' } as const
export interface Aggregate {
  fn: keyof typeof AGGREGATES
  /** Not needed by `count`. */
  path?: string
}
export interface Order {
  /** A column's path, or the index of an aggregate: `#0`. */
  by: string
  isDescending?: boolean
}
/** Conditions combined by AND or OR. */
export interface Group {
  all?: Condition[]
  any?: Condition[]
}
export type Condition = Group | FieldCondition | RelatedCondition
export const OPERATORS = {
  eq: '等于',
  ne: '不等于',
  in: '是其中之一',
  like: '包含',
  ge: '不小于',
  le: '不大于',
  isNull: '为空',
  notNull: '不为空',
  period: '在',
} as const
export interface FieldCondition {
  path: string
  op: keyof typeof OPERATORS
  value?: string | number | boolean | Array<string | number>
}
/** Rows of another entity referencing this one: none, or how many. */
export interface RelatedCondition {
  /** `entity.field`: the entity and its reference. */
  related: string
  op: keyof typeof RELATED_OPERATORS
  count?: number
  where?: Group
}
export const RELATED_OPERATORS = { none: '没有', any: '有', atLeast: '不少于', atMost: '不多于' } as const
export const PERIODS = {
  today: '今天',
  last7days: '最近 7 天',
  last30days: '最近 30 天',
  thisMonth: '本月',
  thisTerm: '本学期',
  lastTerm: '上学期',
  thisSchoolYear: '本学年',
  lastSchoolYear: '上学年',
} as const
export type Period = keyof typeof PERIODS
/** Numeric kinds, and kinds with an order. */
export const NUMBER_KINDS: readonly string[] = ['integer', 'decimal', 'money']
export const ORDERED_KINDS: readonly string[] = [...NUMBER_KINDS, 'date', 'datetime']
/** Nesting depth of groups. */
export const DEPTH_MAX = 3
export const COLUMNS_MAX = 40
export const CONDITIONS_MAX = 40
export const PREVIEW_ROWS = 50
/** Maximum references in a path. */
export const HOPS_MAX = 2

export const isGroup = (c: Condition): c is Group => 'all' in c || 'any' in c
export const isRelated = (c: Condition): c is RelatedCondition => 'related' in c
export const partsOf = (group: Group): readonly Condition[] => group.all ?? group.any ?? []
