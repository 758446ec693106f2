import { addDays } from '#model/days.ts'
import { seed } from '#server/context.ts'
import { FIGURES, type FigureCode, type FigureScope, type FigureValue, policyFigure } from '../model/policy-figure.ts'

/** A figure a school begins with. Amounts in yuan stand in fen. */
interface DefaultFigure {
  code: FigureCode
  scope: FigureScope
  value: FigureValue
  effectiveFrom: string
  effectiveTo?: string
  basis: string
}
const yuan = (amount: number) => ({ amount: amount * 100 })
const grant = (average: number, least: number, most: number) => ({ average: average * 100, least: least * 100, most: most * 100, soldier: average * 100 })
/** Rows of one figure and scope, each in force until the next begins. */
const dated = (code: FigureCode, scope: FigureScope, basis: string, rows: ReadonlyArray<readonly [from: string, value: FigureValue]>): DefaultFigure[] =>
  rows.map(([effectiveFrom, value], n) => {
    const next = rows[n + 1]?.[0]
    return { code, scope, value, effectiveFrom, ...(next ? { effectiveTo: dayBefore(next) } : {}), basis }
  })
const dayBefore = (date: string): string => addDays(date, -1)

const SCHOLARSHIP = '国家奖学金评审办法；本专科 2024 年起由 8000 元调整为 10000 元'
const LOAN = '国家助学贷款政策；2021、2023、2024 年秋季学期起调整'
const LOAN_YEARS = ['2014-09-01', '2021-09-01', '2023-09-01', '2024-09-01'] as const
const SOLDIER_DAYS = ['2014-09-01', '2022-01-24', '2023-09-01', '2024-09-01'] as const
const CAPS = { undergraduate: [8000, 12_000, 16_000, 20_000], master: [12_000, 16_000, 20_000, 25_000], doctor: [12_000, 16_000, 20_000, 25_000] } as const
const capped = (code: 'loan.cap' | 'military.cap', days: readonly string[], basis: string): DefaultFigure[] =>
  (Object.keys(CAPS) as Array<keyof typeof CAPS>).flatMap(scope =>
    dated(
      code,
      scope,
      basis,
      days.map((day, n) => [day, yuan(CAPS[scope][n] ?? 0)] as const),
    ),
  )
/** What the state had set when this program was made (40 §0.1); a school adds the rows that come. */
const DEFAULT_FIGURES: readonly DefaultFigure[] = [
  ...dated('nationalScholarship.amount', 'undergraduate', SCHOLARSHIP, [
    ['2007-01-01', yuan(8000)],
    ['2024-01-01', yuan(10_000)],
  ]),
  ...dated('nationalScholarship.amount', 'master', SCHOLARSHIP, [['2012-09-01', yuan(20_000)]]),
  ...dated('nationalScholarship.amount', 'doctor', SCHOLARSHIP, [['2012-09-01', yuan(30_000)]]),
  ...dated('inspirationalScholarship.amount', 'undergraduate', '国家励志奖学金；2024 年起由 5000 元调整为 6000 元', [
    ['2007-01-01', yuan(5000)],
    ['2024-01-01', yuan(6000)],
  ]),
  ...dated('nationalGrant', 'undergraduate', '国家助学金；2024 年秋季学期起平均 3700 元，分 2 至 3 档', [
    ['2019-09-01', grant(3300, 2000, 4500)],
    ['2024-09-01', grant(3700, 2500, 5000)],
  ]),
  ...dated('nationalGrant', 'secondary', '中等职业学校国家助学金；2025 年春季学期起', [['2025-03-01', { average: 2300_00, least: null, most: null, soldier: null }]]),
  ...capped('loan.cap', LOAN_YEARS, LOAN),
  ...dated('loan.rate', 'all', '国家助学贷款利率；在校期间由财政贴息', [['2024-09-01', { points: -0.7 }]]),
  ...dated('loan.term', 'all', '国家助学贷款期限；2020 年起', [['2020-01-01', { extra: 15, most: 22, grace: 5 }]]),
  ...capped('military.cap', SOLDIER_DAYS, '高等学校学生应征入伍服义务兵役国家资助办法'),
  ...dated('military.loanBase', 'all', '2022 年 1 月 24 日以前的入伍通知书按全部贷款计算代偿，以后只计用于学费的部分', [
    ['2014-09-01', { whole: 1 }],
    ['2022-01-24', { whole: 0 }],
  ]),
  ...dated('workStudy.hours', 'all', '高等学校学生勤工助学管理办法（2018）；假期上限由学校规定', [['2018-08-20', { week: 8, month: 40, vacationWeek: 40 }]]),
  ...dated('workStudy.minHourly', 'all', '高等学校学生勤工助学管理办法（2018）', [['2018-08-20', yuan(12)]]),
  ...dated('leagueFee.student', 'all', '关于中国共产主义青年团团费收缴、使用和管理的规定（2016）', [['2016-12-01', { amount: 20 }]]),
  ...dated('refund.months', 'all', '各省退费规定；请按本省规定核对', [['2000-01-01', { year: 10, term: 5 }]]),
  ...dated('publicNotice.workdays', 'all', '国家奖学金公示不少于 5 个工作日', [['2000-01-01', { days: 5 }]]),
]

/** Figures that a school has no row of yet; what it changed stays. */
export default seed('system.policyFigures', async db => {
  const known = new Set([...(await db.cached(policyFigure)).values()].map(row => row.code))
  const drafts = DEFAULT_FIGURES.filter(f => !known.has(f.code)).map(f => ({ ...f, value: { ...f.value }, effectiveTo: f.effectiveTo ?? null, unit: FIGURES[f.code].unit }))
  if (drafts.length) await db.insertMany(policyFigure, drafts)
})
