import { action, choice, integer, list, ref, shape, text } from '#model'
import { findResults } from './interview.ts'

const need = { required: true } as const
/** Columns of a sheet of results, in their order. */
export const COLUMNS = ['学号', '姓名', '同意日期', '总分', '最高因子分', '阳性项目数', '危险项目'] as const
/** Why a line is not taken. */
export const LINE_FAULTS = {
  columns: '列数不对，须有学号、姓名、同意日期、总分',
  unknown: '没有这个学号',
  name: '姓名和学号对不上',
  audience: '不在这次普查的对象里',
  consent: '同意日期不对，没有同意的不能导入',
  range: '分数超出量表的范围',
  risk: '危险项目填“有”或“无”',
  twice: '这个学号写了两次',
  decided: '已经确认或排除，不能再改',
} as const
export type LineFault = keyof typeof LINE_FAULTS
/** Lines pasted from a spreadsheet, so that no file with results is kept: all are taken or none. Taken again they change what was imported and nothing else. */
export const importResults = action('mentalHealth.mhResult.import', '导入结果', {
  input: {
    screeningId: ref('mhScreening', '心理普查', need),
    scaleId: ref('mhScale', '量表', need),
    lines: text('结果', { ...need, max: 200_000, multiline: true, help: '从电子表格整块复制，第一行是列名；后三列没有的可以不填' }),
  },
  output: {
    taken: integer('导入', need),
    faults: list(
      '没有导入的原因',
      shape('行', { line: integer('行', need), who: text('学号', { max: 60 }), why: choice('原因', LINE_FAULTS, need), value: text('所填', { max: 120 }) }),
      need,
    ),
  },
  refusals: {
    ...findResults.refusals,
    notOutside: '“{name}”在线作答，不能导入；请另建一次勾选“外部施测”的普查',
    notOfScreening: '“{name}”不含“{scale}”',
    nothing: '没有可以导入的行',
  },
})
