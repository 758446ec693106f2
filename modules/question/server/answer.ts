import sql from 'sql-template-tag'
import { fill, type OutputOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { MERGED } from '#model/small-groups.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { type Group, grouped } from '#server/statistics/grouped.ts'
import type { Question } from '#server/statistics/questions.ts'
import { askQuestion, questionList, questionTrend } from '../model/actions.ts'
import {
  dayOfLastTerm,
  dayOfLastYear,
  decimalsOf,
  type FigureValue,
  figuresOn,
  groupingOf,
  offeredQuestions,
  type Prepared,
  prepared,
  sumsOf,
  trendDays,
  valuesOf,
} from './asked.ts'
import { pinnedCodes } from './pinned-codes.ts'

type Say = (text: string) => string
const sayIn =
  ({ lang }: Pick<Ctx, 'lang'>): Say =>
  text =>
    translate(lang, text)
/** The answer in words: numbers of figures by code, and the group with the largest first one. */
export function sentenceOf({ lang }: Pick<Ctx, 'lang'>, of: Question, values: readonly FigureValue[], top: string | undefined): string {
  const say = sayIn({ lang })
  const words = of.figures.flatMap((f, i) => {
    const v = values[i]
    const n = f.as === 'rate' ? v?.rate : v?.n
    return [[f.code, n ?? '—'] as const, [`${f.code}Of`, v?.of ?? '—'] as const, [`${f.code}Percent`, percentOf(v?.n ?? 0, v?.of ?? 0) ?? 0] as const]
  })
  const said = fill(say(of.says), Object.fromEntries(words))
  return top ? [said, fill(say('最突出的是{top}。'), { top })].join(lang === 'en' ? ' ' : '') : said
}
export interface Answered {
  now: FigureValue[]
  groups: Group[]
  groupedBy: string
}
/** 60-ST2: the groups; small ones are merged for whoever may not read the rows. */
export async function answered(ctx: Ctx, ready: Prepared, asked?: string | null): Promise<Answered & { offered: Array<{ key: string; label: string }>; by: string }> {
  const { of, on } = ready
  const { by, offered, dimension } = groupingOf(ready, asked)
  const sums = sumsOf(of)
  const rows = await ready.rows(sql`${on}::date`)
  const people = of.by ? {} : { people: { count: sql`count(distinct student_id)::int`, listedBy: of.listedBy } }
  const { total, groups } = await grouped(ctx, rows, { by: { of: dimension.of }, sums, ...people })
  return { by, offered, now: valuesOf(of, total), groups: groups.of, groupedBy: dimension.label }
}
export const topOf = ({ groups }: Answered): string | undefined => groups.find(g => g.key !== MERGED && (g.sums.n0 ?? 0) > 0)?.label
type Figures = OutputOf<typeof askQuestion>['figures']
export default [
  handle(questionList, async ctx => {
    const [say, pinned] = [sayIn(ctx), await pinnedCodes(ctx.db)]
    return { questions: offeredQuestions(ctx).map(q => ({ code: q.code, title: say(q.title), definition: say(q.definition), isPinned: pinned.has(q.code) })) }
  }),
  handle(askQuestion, async (ctx, asked) => {
    const say = sayIn(ctx)
    const ready = await prepared(ctx, asked)
    const { of, on } = ready
    const found = await answered(ctx, ready, asked.by)
    const [lastTermOn, lastYearOn] = [await dayOfLastTerm(ctx.db, on), dayOfLastYear(on)]
    const counted = await figuresOn(ctx.db, ready, [...new Set([lastTermOn ?? lastYearOn, lastYearOn])])
    // a day on which nothing was counted yet, before the school began to, is no day with nothing
    const before = new Map([...counted].filter(([, [first]]) => first?.of !== 0))
    const figures: Figures = of.figures.map((f, i) => ({
      ...{ code: f.code, label: say(f.label), as: f.as, unit: f.unit ? say(f.unit) : null, decimals: decimalsOf(f) },
      ...{ now: found.now[i] as FigureValue, lastTerm: (lastTermOn && before.get(lastTermOn)?.[i]) || null, lastYear: before.get(lastYearOn)?.[i] ?? null },
    }))
    const place = ready.departmentId ? (await ctx.db.cached(department)).get(ready.departmentId)?.name : null
    return {
      ...{ code: of.code, title: say(of.title), definition: say(of.definition), isPinned: (await pinnedCodes(ctx.db)).has(of.code) },
      ...{ on, sentence: sentenceOf(ctx, of, found.now, topOf(found)), figures, lastTermOn, lastYearOn },
      ...{ by: found.by, groupedBy: say(found.groupedBy), offered: found.offered.map(o => ({ ...o, label: say(o.label) })) },
      groups: found.groups.map(({ key, label, sums }) => ({ key, label, values: valuesOf(of, sums) })),
      ...{ departmentName: place ?? null, mayList: ready.mayRead && Boolean(of.listed), link: of.link ?? null },
    }
  }),
  handle(questionTrend, async (ctx, asked) => {
    const ready = await prepared(ctx, asked)
    const found = await figuresOn(ctx.db, ready, trendDays(ready), [0])
    return { points: [...found].toSorted(([a], [b]) => a.localeCompare(b)).map(([on, values]) => ({ on, value: values[0] as FigureValue })) }
  }),
]
