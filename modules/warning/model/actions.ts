import { action, choice, datetime, decimal, dict, integer, list, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { LEVELS } from './score.ts'
import { caseStates, warningCase, warningOutcome } from './warning-case.ts'

const need = { required: true } as const
const card = {
  id: text('编号', { ...need, max: 36 }),
  studentId: text('学生', { ...need, max: 36 }),
  name: text('姓名', { ...need, max: 60 }),
  className: text('班级', { max: 100 }),
  phone: student.fields.phone,
  score: decimal('得分', { ...need, precision: 6, scale: 1 }),
  level: choice('级别', LEVELS, need),
  state: choice('状态', caseStates.labels, need),
  openedAt: datetime('列入时间', need),
  dueAt: datetime('最晚处理'),
  ownerName: text('跟进人', { max: 64 }),
  parts: list(
    '原因',
    shape('原因', {
      title: text('原因', { ...need, max: 60 }),
      value: decimal('数值', { ...need, precision: 10, scale: 2 }),
      says: text('情况', { max: 60 }),
      at: datetime('时间', need),
      points: decimal('分值', { ...need, precision: 6, scale: 1 }),
      link: text('查看', { max: 300 }),
    }),
    need,
  ),
  marks: list('标记', shape('标记', { name: text('标记人', { ...need, max: 64 }), reason: text('原因', { ...need, max: 200 }), at: datetime('时间', need) }), need),
} as const
const cards = { output: { cards: list('名单', shape('学生', card), need) }, method: 'GET' } as const
/** 60-EW7: the reader's own students, gravest first. The score adds up what the reader may see. */
export const ownCards = action('warning.warningCase.cards', '学生预警', cards)
/** 60-EW7: what a college sees of single students: whom nobody began to look after in time. */
export const raisedCards = action('warning.warningCase.raised', '上报的预警', cards)
/** 60-EW7: what the office sees of single students: the urgent ones, and those that went up to it. */
export const graveCards = action('warning.warningCase.grave', '紧急和上报的预警', cards)
const counted = (label: string) => integer(label, need)
/** 60-EW7: how many are listed where, by what the reader may see. */
export const caseCounts = action('warning.warningCase.counts', '预警人数', {
  method: 'GET',
  output: {
    places: list(
      '各辅导员',
      shape('辅导员', {
        departmentName: text('学院', { max: 100 }),
        counsellorName: text('辅导员', { max: 64 }),
        notice: counted('关注'),
        look: counted('过问'),
        urgent: counted('紧急'),
        waiting: counted('没有开始处理'),
        late: counted('过了时限'),
      }),
      need,
    ),
  },
})
/** The weights, for students as for those who work with them (60-EW2). */
export const weights = action('warning.warningRule.weights', '预警规则', {
  method: 'GET',
  output: {
    rules: list(
      '规则',
      shape('规则', {
        title: text('信号', { ...need, max: 60 }),
        sourceTitle: text('来源', { ...need, max: 60 }),
        points: integer('分值', need),
        decayDays: integer('多少天减到零', need),
        maxCount: integer('最多计几次'),
      }),
      need,
    ),
    noticeFrom: integer('关注', need),
    lookFrom: integer('过问', need),
    urgentFrom: integer('紧急', need),
  },
})
export const followCase = action('warning.warningCase.follow', '开始跟进', {
  input: { id: ref('warningCase', '预警', need) },
  output: 'none',
  inScope: true,
})
export const closeCase = action('warning.warningCase.close', '结束预警', {
  input: {
    id: ref('warningCase', '预警', need),
    outcome: dict('结果', warningOutcome, need),
    note: text('说明', { ...need, min: 4, max: 300, multiline: true, sensitivity: 'S2', help: '一句话写清做了什么。心理方面的情况不要写在这里' }),
  },
  output: 'none',
  inScope: true,
  refusals: warningCase.options.refusals ?? {},
})
