import { action, bool, choice, date, decimal, type Fields, integer, list, ref, shape, text } from '#model'
import { paged, pageInput } from '#model/paging.ts'

const need = { required: true } as const
export const FIGURE_KINDS = { count: '数量', share: '占比', rate: '比率', number: '数值' } as const
/** How students are grouped: by place means college, then grade, then class. */
export const GROUPINGS = { place: '学院、年级、班级', counsellor: '辅导员', gender: '性别', level: '培养层次', campus: '校区' } as const
/** A question about some students: of a college, of a grade there. */
const about = {
  code: text('问题', { ...need, max: 60 }),
  on: date('截至', { help: '到这一天为止，学生按当天所在的班级计算' }),
  departmentId: ref('department', '学院'),
  grade: integer('年级', { min: 1900, max: 2200 }),
}
const number = (label: string) => decimal(label, { precision: 16, scale: 2 })
/** One figure: its number, what it is counted of, and the rate of both. */
const numbers = { n: number('数值'), of: number('总数'), rate: number('比率') } as const
const value = shape('数值', numbers, need)
const values = (label: string) => list(label, value, need)
const group = { key: text('代码', { ...need, max: 120 }), label: text('名称', { ...need, max: 200 }), values: values('数值') } as const
const listedQuestion = {
  code: text('代码', { ...need, max: 60 }),
  title: text('问题', { ...need, max: 100 }),
  definition: text('口径', { ...need, max: 300 }),
  isPinned: bool('已固定', need),
} as const
const REFUSALS = {
  unknown: '没有“{code}”这个问题，或没有查看它的权限',
  future: '截至日期 {on} 还没有到',
  grouping: '这个问题不能按“{by}”分组',
  tooFew: '这里的学生不到 {least} 人，看不到名单的人不能单独统计',
  notListed: '没有查看名单的权限',
  empty: '没有可导出的数据！',
  most: '桌面上最多固定 {most} 个问题',
} as const
const reading = <I extends Fields, O extends Fields>(name: string, label: string, input: I, output: O) =>
  action(`question.question.${name}`, label, { method: 'GET', permission: 'question:question:ask', input, output, refusals: REFUSALS })

export const questionList = reading('list', '常问', {}, { questions: list('问题', shape('问题', listedQuestion, need), need) })
/** 60-ST1: the answer as of a day, a term and a year before. */
export const askQuestion = reading(
  'ask',
  '回答',
  { ...about, by: text('分组', { max: 40 }) },
  {
    ...listedQuestion,
    on: date('截至', need),
    sentence: text('回答', { ...need, max: 500 }),
    figures: list(
      '指标',
      shape(
        '指标',
        {
          code: text('代码', { ...need, max: 40 }),
          label: text('名称', { ...need, max: 60 }),
          as: choice('类型', FIGURE_KINDS, need),
          unit: text('单位', { max: 20 }),
          decimals: integer('小数位', need),
          now: value,
          lastTerm: shape('上学期同期', numbers),
          lastYear: shape('去年同期', numbers),
        },
        need,
      ),
      need,
    ),
    lastTermOn: date('上学期同期'),
    lastYearOn: date('去年同期'),
    by: text('分组', { ...need, max: 40 }),
    /** What the groups are: college, grade, class or another. */
    groupedBy: text('分组名称', { ...need, max: 40 }),
    offered: list('可选的分组', shape('分组', { key: text('代码', { ...need, max: 40 }), label: text('名称', { ...need, max: 40 }) }, need), need),
    groups: list('各组', shape('组', group, need), need),
    /** Where it was asked: the college and the grade chosen so far. */
    departmentName: text('学院', { max: 200 }),
    mayList: bool('可看名单', need),
    link: text('明细', { max: 200 }),
  },
)
/** The first figure at twelve points in time that end at the day. */
export const questionTrend = reading('trend', '走势', about, {
  points: list('走势', shape('时点', { on: date('日期', need), value }, need), need),
})
/** The students behind the first figure, in the reader's scope. */
export const questionRows = reading(
  'rows',
  '名单',
  { ...about, ...pageInput },
  {
    title: text('名单', { max: 60 }),
    columns: list('列', text('列', { max: 60 }), need),
    ...paged('学生', {
      studentId: text('学生', { ...need, max: 36 }),
      name: text('姓名', { ...need, max: 60 }),
      studentNo: text('学号', { max: 40 }),
      className: text('班级', { max: 100 }),
      cells: list('内容', text('内容', { max: 300 }), need),
    }),
  },
)
const sheet = { method: 'GET', permission: 'question:question:ask', output: 'file', refusals: REFUSALS } as const
export const exportGroups = action('question.question.exportGroups', '导出分组', { ...sheet, input: { ...about, by: text('分组', { max: 40 }) } })
export const exportRows = action('question.question.exportRows', '导出名单', { ...sheet, input: about })
/** Keeps a question on one's desktop, as it is asked now; again, it is asked otherwise from now on. */
export const pinQuestion = action('question.questionPin.pin', '固定到桌面', {
  permission: 'question:question:ask',
  input: { code: about.code, departmentId: about.departmentId, grade: about.grade },
  output: 'none',
  refusals: REFUSALS,
})
export const unpinQuestion = action('question.questionPin.unpin', '取消固定', { permission: 'question:question:ask', input: { code: about.code }, output: 'none' })
/** The sentences of the questions on one's desktop. */
export const pinnedQuestions = reading(
  'pinned',
  '桌面上的常问',
  {},
  {
    answers: list(
      '回答',
      shape(
        '回答',
        { code: about.code, title: listedQuestion.title, sentence: text('回答', { ...need, max: 500 }), departmentId: text('学院', { max: 36 }), grade: integer('年级') },
        need,
      ),
      need,
    ),
  },
)
export const questionActions = [questionList, askQuestion, questionTrend, questionRows, exportGroups, exportRows, pinQuestion, unpinQuestion, pinnedQuestions]
