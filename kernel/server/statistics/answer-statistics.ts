import type { Sql } from 'sql-template-tag'
import { scaleOf } from '#fields/models.ts'
import { type Fields, type GroupingOf, type InputOf, type OutputOf, refusalOf, type Statistics, type Values } from '#model'
import { daysBetween } from '#model/days.ts'
import { type Ctx, type Handler, handle } from '../context.ts'
import { translate } from '../i18n/translate.ts'
import { sheetAnswer } from '../spreadsheets/answer.ts'
import { type Group, type GroupedOptions, grouped, type Sums } from './grouped.ts'

type StatisticsInput<A> = InputOf<A> & { from: string; to: string }
type Groups<A> = Record<Named<A>['names'], Array<{ key: string; label: string } & Named<A>['sums']>>
type Named<A> =
  A extends Statistics<infer _I, infer S, infer B, infer M> ? { sums: Values<S>; names: Extract<keyof B, string>; more: Omit<OutputOf<A>, keyof S | keyof B>; own: M } : never
export interface StatisticsOf<A, R extends string> {
  /** The rows counted, as a subselect in the reader's scope. */
  rows: (ctx: Ctx, asked: StatisticsInput<A>) => Sql | Promise<Sql>
  by: GroupedOptions<Named<A>['names']>['by']
  /** Aggregates over the rows: what is declared, or what `each` derives it from. */
  sums: Readonly<Record<R, Sql>>
  /** Declared figures of one group, where they are not the aggregates themselves: rates, totals of several. */
  each?: (sums: Record<R, number>) => Named<A>['sums']
  people?: GroupedOptions<string>['people']
  /** The remaining parts of the answer; may replace groups, to sort or complete them. */
  more?: (ctx: Ctx, asked: StatisticsInput<A>, found: { rows: Sql; sums: Record<R, number>; groups: Groups<A> }) => Promise<Named<A>['more'] & Partial<OutputOf<A>>>
}
/** Days of a span, both included. */
const daysIn = (from: string, to: string): number => daysBetween(from, to) + 1

/** Implements a statistics action and its export. */
export function answerStatistics<I extends Fields, S extends Fields, B extends Record<string, GroupingOf>, M extends Fields, R extends string>(
  action: Statistics<I, S, B, M>,
  { rows, by, sums, each, people, more }: StatisticsOf<Statistics<I, S, B, M>, R>,
): Handler[] {
  type Answered = OutputOf<Statistics<I, S, B, M>>
  const answer = async (ctx: Ctx, asked: StatisticsInput<Statistics<I, S, B, M>>): Promise<Answered> => {
    const days = daysIn(asked.from, asked.to)
    if (days < 1) throw refusalOf(action, 'order', asked, 'to')
    if (days > action.most) throw refusalOf(action, 'span', { most: action.most, days }, 'from')
    const from = await rows(ctx, asked)
    const found = await grouped(ctx, from, { by, sums, ...(people ? { people } : {}) })
    const derived = (of: Sums): object => each?.(of as Record<R, number>) ?? of
    const groups = Object.fromEntries(
      Object.entries<Group[]>(found.groups).map(([name, those]) => [name, those.map(({ key, label, sums: of }) => ({ key, label, ...derived(of) }))]),
    ) as unknown as Groups<Statistics<I, S, B, M>>
    return { ...derived(found.total), ...groups, ...(await more?.(ctx, asked, { rows: from, sums: found.total as Record<R, number>, groups })) } as unknown as Answered
  }
  return [
    handle(action, answer as never),
    handle(action.sheet, async (ctx, asked) =>
      sheetOf(ctx, action as unknown as Statistics, asked as unknown as { from: string; to: string }, (await answer(ctx, asked as never)) as Record<string, unknown>),
    ),
  ]
}
/** Every group of the answer as one table: grouping, group, figures. */
function sheetOf({ lang }: Ctx, action: Statistics, { from, to }: { from: string; to: string }, answer: Record<string, unknown>) {
  const say = (word: string): string => translate(lang, word)
  const figures = new Map(
    Object.keys(action.by).flatMap(name => Object.entries(action.output[name]?.options.of?.options.fields ?? {}).filter(([key]) => key !== 'key' && key !== 'label')),
  )
  const lines = Object.keys(action.by).flatMap(name =>
    (answer[name] as Array<Record<string, string | number | null>>).map(group => [
      say(action.output[name]?.label ?? name),
      say(String(group.label)),
      ...[...figures].map(([key, f]) => (typeof group[key] === 'number' ? group[key] / scaleOf(f) : group[key])),
    ]),
  )
  if (!lines.length) throw refusalOf(action, 'empty')
  return sheetAnswer({
    name: `${say(action.label)} ${from} ${to}`,
    columns: [
      { title: say('分组') },
      { title: say('名称'), width: 24 },
      ...[...figures.values()].map(f => ({ title: say(f.label), kind: f.kind === 'money' ? ('money' as const) : ('number' as const) })),
    ],
    rows: [lines],
  })
}
