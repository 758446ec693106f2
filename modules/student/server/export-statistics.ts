import type { InputOf } from '#model'
import { type ActionCtx, type Blob, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import type { Value } from '#server/spreadsheets/write.ts'
import {
  DIMENSIONS,
  type Dimension,
  exportStatistics,
  FLOW_DIMENSIONS,
  lineName,
  MOVEMENTS,
  type Movement,
  SIZE_VERDICTS,
  STATISTICS_TABLES,
  YEARLY_FIGURES,
  yearlyShown,
} from '../model/statistics.ts'
import { oddSizes } from './class-sizes.ts'
import { completeness } from './completeness-by-class.ts'
import { flowOf } from './flow.ts'
import { crossed } from './statistics.ts'
import { yearly } from './yearly-sheet.ts'

type Input = InputOf<typeof exportStatistics>
/** Header and rows; the first columns are text, the others numbers. */
interface Table {
  words: readonly string[]
  numbers: readonly string[]
  rows: Value[][]
}
interface ExportContext {
  /** The export's own context: its user, scope and refusals apply to the figures. */
  ctx: ActionCtx<typeof exportStatistics>
  given: Input
  say: (text: string) => string
  line: (line: Parameters<typeof lineName>[0], of: Dimension) => string
  /** Required input of a table. */
  need<K extends keyof Input>(name: K): NonNullable<Input[K]>
}
/** Counts that would identify individuals are absent. */
const shown = (n: number | null | undefined): Value => (n === null ? '*' : (n ?? 0))

const TABLES: Readonly<Record<keyof typeof STATISTICS_TABLES, (asked: ExportContext) => Promise<Table>>> = {
  async cross({ ctx, given, say: words, line, need }) {
    const of = need('rows')
    const across = given.columns
    const measure = given.measure ?? 'enrolled'
    const data = await crossed(ctx, { ...given, asOf: need('asOf'), rows: of })
    const cells = new Map(data.cells.map(c => [`${c.row}|${c.column}`, c[measure]]))
    return {
      words: [words(DIMENSIONS[of])],
      numbers: [...data.columns.map(c => line(c, across ?? of)), words(across ? '合计' : '人数')],
      rows: [
        ...data.rows.map(r => [line(r, of), ...data.columns.map(c => shown(cells.get(`${r.key}|${c.key}`))), shown(r[measure])]),
        [words('合计'), ...data.columns.map(c => shown(c[measure])), shown(data.total[measure])],
      ],
    }
  },
  async flow({ ctx, given, say: words, line, need }) {
    const by = given.by ?? 'department'
    const { rows, total } = await flowOf(ctx, { from: need('from'), to: need('to'), by })
    const moves = (Object.keys(MOVEMENTS) as Movement[]).filter(m => total[m])
    const figures = (r: typeof total): Value[] => [r.opening, ...moves.map(m => r[m]), r.closing]
    return {
      words: [words(FLOW_DIMENSIONS[by])],
      numbers: [words('期初'), ...moves.map(m => words(m === 'joined' ? '新增学籍' : MOVEMENTS[m])), words('期末')],
      rows: [...rows.map(r => [line(r, by), ...figures(r)]), [words('合计'), ...figures(total)]],
    }
  },
  async completeness({ ctx, given, say: words }) {
    const rows = await completeness(ctx, given)
    return {
      words: ['班级', '院系'].map(words),
      numbers: ['年级', '人数', '不完整', '平均完整度', '最低'].map(words),
      rows: rows.map(r => [r.className, r.departmentName, r.grade, r.count, (r.count ?? 0) - (r.complete ?? 0), r.average, r.lowest]),
    }
  },
  async sizes({ ctx, say: words, need }) {
    const rows = await oddSizes(ctx, { asOf: need('asOf') })
    return {
      words: ['班级', '院系', '判断'].map(words),
      numbers: ['年级', '人数', '容量', '同年级中位数'].map(words),
      rows: rows.map(r => [r.className, r.departmentName, r.verdict && words(SIZE_VERDICTS[r.verdict]), r.grade, r.count, r.capacity, r.median]),
    }
  },
  async yearly({ ctx, say: words, need }) {
    const { rows } = await yearly(ctx, { year: need('year') })
    const names = yearlyShown(rows)
    return {
      words: ['专业', '国标代码', '培养层次', '学制'].map(words),
      numbers: names.map(name => words(YEARLY_FIGURES[name])),
      rows: rows.map(r => [r.majorName, r.nationalCode, r.level && words(r.level), r.duration, ...names.map(name => r[name])]),
    }
  },
}

export default handle(exportStatistics, async (ctx, given): Promise<Blob> => {
  const words = (text: string): string => translate(ctx.lang, text)
  const lineWords = { say: words, grade: (n: string) => words('{{n}} 级').replace('{{n}}', n), age: (n: string) => words('{{n}} 岁').replace('{{n}}', n) }
  const name = words(STATISTICS_TABLES[given.table])
  const table = await TABLES[given.table]({
    ctx,
    given,
    say: words,
    line: (line, of) => lineName(line, of, lineWords),
    need: key => given[key] ?? ctx.refuse('missing', { table: name, label: words(exportStatistics.input[key].label) }, key),
  })
  if (!table.rows.length) ctx.refuse('empty')
  const column = (kind: 'text' | 'number') => (title: string) => ({ title, kind })
  return sheetAnswer({ name, columns: [...table.words.map(column('text')), ...table.numbers.map(column('number'))], rows: [table.rows] })
})
