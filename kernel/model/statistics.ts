import { type Action, action } from './action.ts'
import { date, type Field, type Fields, list, shape, text, type Values } from './field.ts'

const required = { required: true } as const
const SPAN = { from: date('开始', required), to: date('结束', required) } as const
const GROUP = { key: text('代码', { required: true, max: 120 }), label: text('名称', { required: true, max: 200 }) } as const
const REFUSALS = { span: '一次最多统计 {most} 天，这次 {days} 天', order: '结束日期 {to} 早于开始日期 {from}', empty: '没有可导出的数据！' } as const

/** A grouping: its label, or label and further figures of each of its groups. */
export type GroupingOf = string | { label: string; more: Fields }
type Further<G> = G extends { more: infer M extends Fields } ? M : unknown
type GroupLists<S extends Fields, B> = { [K in keyof B]: Field<Array<Values<typeof GROUP & S & Further<B[K]>>>, { required: true }> }
/** Answer of a statistics page: the sums over all rows, a list of groups for each grouping, and what the module adds. */
type Answer<S extends Fields, B, M extends Fields> = S & GroupLists<S, B> & M

export interface StatisticsOptions<I extends Fields, S extends Fields, B, M extends Fields> {
  /** Longest span in days. */
  most: number
  /** Filters besides the span. */
  input?: I
  /** Figures of the whole and of every group. */
  sums: S
  /** Groupings by name: `{ byType: '类型' }`. */
  by: B
  /** Figures of the whole only, and further parts. */
  more?: M
}
export interface Statistics<I extends Fields = Fields, S extends Fields = Fields, B = Record<string, GroupingOf>, M extends Fields = Fields>
  extends Action<typeof SPAN & I, Answer<S, B, M>, false> {
  readonly most: number
  readonly sums: S
  readonly by: B
  /** Exports every group as one spreadsheet. */
  readonly sheet: Action<typeof SPAN & I, 'file', false>
}
const groupList = (grouping: GroupingOf, sums: Fields): Field => {
  const { label, more } = typeof grouping === 'string' ? { label: grouping, more: {} } : grouping
  return list(label, shape(label, { ...GROUP, ...sums, ...more }), required)
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Declares a statistics page: figures over the rows of a span of dates, in groups. `answerStatistics` computes it, `<Statistics>` shows it. Returns the reading action; its
 * `sheet` is the export. Both go into the module's actions.
 */
export function statistics<
  const S extends Fields,
  const B extends Record<string, GroupingOf>,
  const I extends Fields = Record<never, never>,
  const M extends Fields = Record<never, never>,
>(path: `${string}.${string}.${string}`, label: string, { most, input, sums, by, more }: StatisticsOptions<I, S, B, M>): Statistics<I, S, B, M> {
  const [module, of, name] = path.split('.') as [string, string, string]
  const asked = { ...SPAN, ...input } as typeof SPAN & I
  const lists = Object.fromEntries(Object.entries(by).map(([key, grouping]) => [key, groupList(grouping, sums)]))
  const shown = action(path, label, { method: 'GET', input: asked, output: { ...sums, ...lists, ...more } as unknown as Answer<S, B, M>, refusals: REFUSALS })
  const sheet = action(`${module}.${of}.export${capital(name)}`, '导出统计', { method: 'GET', permission: shown.permission, input: asked, output: 'file', refusals: REFUSALS })
  return Object.assign(shown, { most, sums, by, sheet })
}
