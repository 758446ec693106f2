import { action, bool, choice, date, datetime, dict, integer, list, ref, rich, shape, text } from '#model'
import { disciplineCase, REPORT_SOURCES } from './case.ts'
import { violationCategory } from './dictionaries.ts'
import { LEVELS, MEASURES } from './levels.ts'
import { punishment } from './punishment.ts'

const required = { required: true } as const
const refusals = disciplineCase.options.refusals ?? {}
const isDifferent = bool('确认不是同一事实', { help: '同日同类已有案件时才需要' })
const students = list('当事人', ref('student', '当事人', required), { required: true, min: 1, max: 30 })

/** Opens a case with its parties. */
export const reportCase = action('discipline.disciplineCase.report', '违纪登记', {
  input: {
    title: text('案由', { required: true, max: 100 }),
    occurredAt: datetime('发生时间', required),
    place: text('地点', { max: 100 }),
    category: dict('违纪类别', violationCategory, required),
    ruleIds: list('违反条款', ref('violationRule', '条款', required), { required: true, min: 1, max: 10 }),
    summary: rich('经过', { required: true, max: 50_000 }),
    reportSource: choice('来源', REPORT_SOURCES, required),
    studentIds: students,
    measure: choice('处理', MEASURES, { help: '退学处理、取消学籍和取消入学资格走同样的告知、申辩和审查程序' }),
    isDifferent,
  },
  output: { id: text('编号', { required: true, max: 36 }), caseNo: text('案件编号', { required: true, max: 30 }) },
  refusals,
})
/** Adds parties to a case. */
export const involve = action('discipline.disciplineCase.involve', '添加当事人', {
  input: { id: ref('disciplineCase', '案件', required), studentIds: students, measure: choice('处理', MEASURES), isDifferent },
  output: { added: integer('已添加', required) },
  inScope: true,
  refusals,
})
const prior = shape('处分', {
  caseNo: text('案件编号', { required: true, max: 30 }),
  level: text('处分', { required: true, max: 20 }),
  decidedOn: date('决定日期'),
  until: date('处分期至'),
})
/** What somebody needs who proposes or decides: earlier punishments, cases of the same day, the range, what a level would block, and what was decided alike. */
export const considerPunishment = action('discipline.punishment.consider', '处理参考', {
  method: 'GET',
  permission: 'discipline:punishment:list',
  input: { id: ref('punishment', '处分', required), level: choice('拟给予', LEVELS) },
  output: {
    priors: list('以往处分', prior, required),
    sameDay: list('同日同类案件', text('案件编号', { max: 30 }), required),
    minLevel: choice('最轻', LEVELS, required),
    maxLevel: choice('最重', LEVELS, required),
    suggestedLevel: choice('建议', LEVELS),
    months: integer('处分期（月）'),
    blocks: list('影响', text('影响', { required: true, max: 60 }), required),
    until: date('影响到'),
    similar: list(
      '类似案件',
      shape('案件', { year: text('年份', { required: true, max: 4 }), level: choice('处分', LEVELS, required), count: integer('人次', required) }),
      required,
    ),
  },
  refusals: punishment.options.refusals ?? {},
})
export const caseActions = [reportCase, involve, considerPunishment]
