import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { FLAGS } from './flags.ts'

const need = { required: true } as const
const id = ref('survey', '问卷', need)
const cell = shape(
  '答案',
  {
    number: integer('题号', need),
    title: text('题目', { ...need, max: 300 }),
    said: text('答案', { max: 4000, clear: 'hidden by the handler where the question is sensitive' }),
    files: list('附件', text('附件', { ...need, max: 36 }), { max: 5 }),
  },
  need,
)
const sheet = {
  id: text('编号', { ...need, max: 36 }),
  name: text('姓名', { ...need, max: 64 }),
  className: text('班级', { max: 60 }),
  submittedAt: datetime('提交时间', need),
  seconds: integer('用时（秒）'),
  flags: list('标记', choice('标记', FLAGS, need), need),
  isValid: bool('有效', need),
  cells: list('答案', cell, need),
} as const
/** Named answers, and confidential ones for their readers; what was asked as personal or sensitive is hidden. */
export const answerSheets = action('survey.survey.sheets', '答卷', {
  method: 'GET',
  permission: 'survey:survey:list',
  inScope: true,
  input: { id, current: integer('页', { min: 1, initial: 1 }), flag: choice('标记', FLAGS) },
  output: { total: integer('共', need), hasHidden: bool('有隐藏的答案', need), sheets: list('答卷', shape('答卷', sheet, need), need) },
  refusals: { anonymous: '“{name}”是匿名的，没有单份答卷可看', confidential: '“{name}”是保密的，只有指定的阅读人能看单份答卷' },
})
/** One with everything in it; each reading is audited. */
export const revealSheet = action('survey.survey.reveal', '查看敏感答案', {
  inScope: true,
  input: { id, answerId: text('答卷', { ...need, max: 36, format: 'uuid' }) },
  output: sheet,
  refusals: answerSheets.refusals,
})
/** A doubtful answer counts no more in the results, or counts again; it is never deleted (60-SV9). */
export const judgeSheet = action('survey.survey.judge', '判定有效', {
  permission: 'survey:survey:update',
  inScope: true,
  input: { id, answerId: text('答卷', { ...need, max: 36, format: 'uuid' }), isValid: bool('有效', need) },
  output: 'none',
  refusals: answerSheets.refusals,
})
export const sheetActions = [answerSheets, revealSheet, judgeSheet]
