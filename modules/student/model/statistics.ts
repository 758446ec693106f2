import { action, bool, choice, date, integer, list, ref, shape, text } from '#model'
import { STUDENT_STATUS, type StudentStatus } from './status.ts'

/** Statistics dimensions. */
export const DIMENSIONS = {
  department: '院系',
  major: '专业',
  grade: '年级',
  class: '班级',
  campus: '校区',
  gender: '性别',
  ethnicity: '民族',
  political: '政治面貌',
  origin: '生源地',
  level: '培养层次',
  age: '年龄',
  status: '学籍状态',
} as const
export type Dimension = keyof typeof DIMENSIONS
/** Dimensions whose small groups are merged for readers without access to the rows. */
export const GUARDED_DIMENSIONS: readonly Dimension[] = ['ethnicity', 'origin', 'political']

/** Movements between two days. `opening + joined + restored + movedIn − graduated − completed − withdrawn − transferredOut − lost − movedOut = closing`. */
export const MOVEMENTS = {
  joined: '新增',
  restored: '恢复学籍',
  movedIn: '调入',
  movedOut: '调出',
  graduated: '毕业',
  completed: '结业肄业',
  withdrawn: '退学',
  transferredOut: '转学',
  lost: '其他减少',
} as const
export type Movement = keyof typeof MOVEMENTS

const permission = 'student:student:statistics'
const asOf = date('统计日期', { required: true })
const figures = { enrolled: integer('在籍'), atSchool: integer('在校') }
/** A change recorded after the requested day but effective before it. */
const correction = { recordedOn: date('登记日期'), cause: text('原因'), count: integer('人数') }

export const statistics = action('student.student.statistics', '学籍统计', {
  method: 'GET',
  permission,
  input: { asOf, rows: choice('行', DIMENSIONS, { required: true }), columns: choice('列', DIMENSIONS), departmentId: ref('department', '院系') },
  output: {
    asOf: date('统计日期'),
    rows: list('行', shape('行', { key: text('代码', { required: true }), name: text('名称', { required: true }), ...figures, isMerged: bool('合并') }), { required: true }),
    columns: list('列', shape('列', { key: text('代码', { required: true }), name: text('名称', { required: true }), ...figures, isMerged: bool('合并') }), { required: true }),
    /** Counts are absent where they would identify individuals. */
    cells: list('格', shape('格', { row: text('行', { required: true }), column: text('列', { required: true }), ...figures }), { required: true }),
    total: shape('合计', figures, { required: true }),
    corrections: list('追溯变动', shape('追溯变动', correction), { required: true }),
  },
})

export const FLOW_DIMENSIONS = { department: '院系', major: '专业', grade: '年级', level: '培养层次', campus: '校区' } as const
const flowFigures = {
  opening: integer('期初'),
  joined: integer(MOVEMENTS.joined),
  restored: integer(MOVEMENTS.restored),
  movedIn: integer(MOVEMENTS.movedIn),
  movedOut: integer(MOVEMENTS.movedOut),
  graduated: integer(MOVEMENTS.graduated),
  completed: integer(MOVEMENTS.completed),
  withdrawn: integer(MOVEMENTS.withdrawn),
  transferredOut: integer(MOVEMENTS.transferredOut),
  lost: integer(MOVEMENTS.lost),
  closing: integer('期末'),
}
export const flow = action('student.student.flow', '学生变动表', {
  method: 'GET',
  permission,
  input: { from: date('期初日期', { required: true }), to: date('期末日期', { required: true }), by: choice('分组', FLOW_DIMENSIONS, { initial: 'department' }) },
  output: {
    rows: list('行', shape('行', { key: text('代码', { required: true }), name: text('名称', { required: true }), ...flowFigures }), { required: true }),
    total: shape('合计', flowFigures, { required: true }),
  },
  refusals: { spanReversed: '期末日期 {to} 不晚于期初日期 {from}' },
})

/** Students behind a figure, within the reader's scope. */
export const people = action('student.student.people', '统计名单', {
  method: 'GET',
  permission: 'student:student:list',
  input: {
    asOf,
    /** If given, lists the movement between `since` and `asOf` instead of the students on the day. */
    movement: choice('变动', MOVEMENTS),
    since: date('期初日期'),
    atSchool: bool('在校'),
    ...(Object.fromEntries(Object.entries(DIMENSIONS).map(([name, label]) => [name, text(label, { max: 64 })])) as Record<Dimension, ReturnType<typeof text>>),
    current: integer('页', { min: 1, max: 100000, initial: 1 }),
    size: integer('条数', { min: 1, max: 200, initial: 20 }),
  },
  output: {
    rows: list(
      '学生',
      shape('学生', {
        id: text('编号'),
        studentNo: text('学号'),
        name: text('姓名'),
        genderCode: text('性别'),
        departmentName: text('院系'),
        className: text('班级'),
        status: text('学籍状态'),
      }),
      { required: true },
    ),
    total: integer('人数'),
    /** Counted in the figure but outside the reader's scope. */
    hidden: integer('不可见'),
  },
  refusals: { sinceMissing: '查看变动名单要给出期初日期' },
})

export const completenessByClass = action('student.student.completenessByClass', '信息完整度', {
  method: 'GET',
  permission,
  input: { departmentId: ref('department', '院系') },
  output: {
    classId: text('班级'),
    className: text('班级名称'),
    departmentName: text('院系'),
    grade: integer('年级'),
    count: integer('人数'),
    complete: integer('完整'),
    average: integer('平均完整度'),
    lowest: integer('最低'),
  },
  many: true,
})

export const SIZE_VERDICTS = { over: '超过容量', large: '偏大', small: '偏小' } as const
export const classSizes = action('student.student.classSizes', '班额异常', {
  method: 'GET',
  permission,
  input: { asOf },
  output: {
    classId: text('班级'),
    className: text('班级名称'),
    departmentName: text('院系'),
    grade: integer('年级'),
    count: integer('人数'),
    capacity: integer('容量'),
    median: integer('同年级中位数'),
    verdict: choice('判断', SIZE_VERDICTS),
  },
  many: true,
})

export const yearlySheet = action('student.student.yearlySheet', '年度统计表', {
  method: 'GET',
  permission,
  input: { year: integer('年份', { required: true, min: 1990, max: 2100 }) },
  output: {
    asOf: date('统计日期'),
    rows: list(
      '行',
      shape('行', {
        majorId: text('专业'),
        majorName: text('专业名称'),
        nationalCode: text('国标代码'),
        level: text('培养层次'),
        duration: text('学制'),
        graduates: integer('毕业生数'),
        entrants: integer('招生数'),
        enrolled: integer('在籍学生数'),
        female: integer('其中女'),
        minority: integer('其中少数民族'),
        year1: integer('一年级'),
        year2: integer('二年级'),
        year3: integer('三年级'),
        year4: integer('四年级'),
        year5: integer('五年级及以上'),
        expected: integer('预计毕业生数'),
      }),
      { required: true },
    ),
  },
})

export const STATISTICS_TABLES = { cross: '交叉表', flow: '变动表', completeness: '信息完整度', sizes: '班额异常', yearly: '年度统计表' } as const
const MEASURES = { enrolled: '在籍', atSchool: '在校' } as const
/** Exports a table of the statistics page as a spreadsheet. */
export const exportStatistics = action('student.student.exportStatistics', '导出统计表', {
  output: 'file',
  method: 'GET',
  permission,
  input: {
    table: choice('表格', STATISTICS_TABLES, { required: true }),
    asOf: date('统计日期'),
    rows: choice('行', DIMENSIONS),
    columns: choice('列', DIMENSIONS),
    measure: choice('计数', MEASURES, { initial: 'enrolled' }),
    departmentId: ref('department', '院系'),
    from: date('期初日期'),
    to: date('期末日期'),
    by: choice('分组', FLOW_DIMENSIONS, { initial: 'department' }),
    year: integer('年份', { min: 1990, max: 2100 }),
  },
  refusals: { ...flow.refusals, missing: '导出“{table}”要给出{label}', empty: '没有可导出的数据！' },
})

export const YEARLY_FIGURES = {
  graduates: '毕业生数',
  entrants: '招生数',
  enrolled: '在籍学生数',
  female: '其中女',
  minority: '其中少数民族',
  year1: '一年级',
  year2: '二年级',
  year3: '三年级',
  year4: '四年级',
  year5: '五年级及以上',
  expected: '预计毕业生数',
} as const
export type YearlyFigure = keyof typeof YEARLY_FIGURES
/** Columns to show; those of years 3 to 5 only with values, as schools without four-year majors have none. */
export const yearlyShown = (rows: ReadonlyArray<Partial<Record<YearlyFigure, number | null>>>): YearlyFigure[] =>
  (Object.keys(YEARLY_FIGURES) as YearlyFigure[]).filter(name => !/^year[345]$/.test(name) || rows.some(r => (r[name] ?? 0) > 0))

interface Line {
  key: string
  name: string
  isMerged?: boolean | null
}
/** Dimensions labelled by built-in code sets; the others are labelled by the school. */
const CODED: readonly Dimension[] = ['gender', 'ethnicity', 'political', 'level']
/** Translation functions of browser or server. */
interface LineWords {
  say(text: string): string
  grade(n: string): string
  age(n: string): string
}
/** Label of a group in the reader's language. */
export function lineName({ key, name, isMerged }: Line, of: Dimension, { say, grade, age }: LineWords): string {
  if (isMerged) return say('其他（人数较少）')
  if (key === '') return say('未填写')
  if (of === 'grade') return grade(key)
  if (of === 'age') return age(key)
  if (of === 'status') return say(STUDENT_STATUS[key as StudentStatus] ?? name)
  return CODED.includes(of) ? say(name) : name
}

export const trend = action('student.student.trend', '历年人数', {
  method: 'GET',
  permission,
  input: { asOf, years: integer('年数', { min: 1, max: 20, initial: 10 }) },
  output: { year: integer('年份'), asOf: date('统计日期'), ...figures, joined: integer('新增'), left: integer('离校') },
  many: true,
})
