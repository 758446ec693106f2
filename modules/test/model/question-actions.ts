import { action, bool, integer, list, ref, shape, text } from '#model'

const need = { required: true } as const
const ids = list('试题', ref('testQuestion', '试题', need), { ...need, max: 500 })
const keeping = 'test:testQuestion:update'
/** A second person reads a question; from then on it is drawn. */
export const reviewQuestions = action('test.testQuestion.review', '审题通过', {
  input: { ids },
  output: { reviewed: integer('已审', need) },
  refusals: { ownWork: '“{stem}”是你自己出的或改的，须由另一位审题' },
})
export const retireQuestions = action('test.testQuestion.retire', '停用', { permission: keeping, input: { ids }, output: 'none' })
export const restoreQuestion = action('test.testQuestion.restore', '恢复使用', {
  permission: keeping,
  inScope: true,
  input: { id: ref('testQuestion', '试题', need) },
  output: 'none',
})
const alike = {
  no: text('题号', { ...need, max: 20 }),
  like: text('相近的题', { ...need, max: 20 }),
  stem: text('题干', { ...need, max: 4000 }),
  percent: integer('相近程度', need),
} as const
const like = shape('相近', alike, need)
/** Questions as pasted text, all or none; a trial writes nothing and tells what is alike. */
export const pasteQuestions = action('test.testQuestion.paste', '粘贴导入', {
  permission: 'test:testQuestion:add',
  input: { bankId: ref('questionBank', '题库', need), text: text('文字', { ...need, max: 400_000, multiline: true }), isTrial: bool('只预览', { ...need, initial: false }) },
  output: {
    count: integer('题数', need),
    added: integer('新增', need),
    changed: integer('更新', need),
    exact: list('同样的题', like, need),
    similar: list('相近的题', like, need),
  },
  refusals: {
    nothing: '文字里没有找到题目：每题以“1.”这样的题号开头',
    wrong: '第 {no} 题：{why}',
    twice: '题号 {no} 出现了两次',
    exact: '第 {no} 题与题号 {like} 的题干相同',
    retired: '题号 {no} 的题已停用，请换一个题号',
  },
})
/** Questions of a bank that are nearly the same. */
export const findAlike = action('test.testQuestion.alike', '查重', {
  method: 'GET',
  permission: 'test:testQuestion:list',
  input: { bankId: ref('questionBank', '题库', need) },
  many: true,
  output: alike,
})
export const questionActions = [reviewQuestions, retireQuestions, restoreQuestion, pasteQuestions, findAlike]
