import { action, choice, decimal, integer, list, ref, shape, text } from '#model'
import { MOST_SECTIONS, PAPER_PROBLEMS, paperStates, sectionShape } from './paper.ts'

const need = { required: true } as const
const id = ref('testPaper', '试卷', need)
const cell = shape(
  '格',
  {
    section: integer('大题', need),
    difficulty: integer('难度'),
    needed: integer('需要', need),
    least: integer('至少要有', need),
    available: integer('可用', need),
  },
  need,
)
/** Sections of a paper, what each cell needs and has, and what keeps it from being published. */
export const readPaper = action('test.testPaper.sections', '组卷', {
  method: 'GET',
  permission: 'test:testPaper:list',
  inScope: true,
  input: { id },
  output: {
    name: text('名称', { ...need, max: 100 }),
    state: paperStates.field('状态'),
    version: integer('版本', need),
    sections: list('大题', sectionShape, need),
    total: decimal('总分', need),
    cells: list('题量', cell, need),
    /** Of a draft, from how the questions did in former tests. */
    expected: shape('预计', { mean: decimal('平均分', need), sd: decimal('标准差', need), needed: integer('需要', need), unknown: integer('没有考过的题', need) }),
    problems: list('问题', shape('问题', { rule: choice('规则', PAPER_PROBLEMS, need), text: text('说明', { ...need, max: 400 }) }, need), need),
  },
})
export const saveSections = action('test.testPaper.saveSections', '保存大题', {
  permission: 'test:testPaper:update',
  inScope: true,
  input: { id, version: integer('版本', need), sections: list('大题', sectionShape, { ...need, max: MOST_SECTIONS }) },
  output: { version: integer('版本', need), total: decimal('总分', need) },
})
/** From then on it can be used; what may be drawn is frozen. */
export const publishPaper = action('test.testPaper.publish', '发布试卷', {
  permission: 'test:testPaper:update',
  inScope: true,
  input: { id },
  output: { total: decimal('总分', need) },
})
export const retirePaper = action('test.testPaper.retire', '停用试卷', { permission: 'test:testPaper:update', inScope: true, input: { id }, output: 'none' })
export const copyPaper = action('test.testPaper.copy', '复制试卷', {
  permission: 'test:testPaper:add',
  inScope: true,
  input: { id, name: text('名称', { ...need, max: 100 }) },
  output: { id: text('试卷', { ...need, max: 36 }) },
})
export const paperActions = [readPaper, saveSections, publishPaper, retirePaper, copyPaper]
