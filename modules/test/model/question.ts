import { choice, decimal, dict, entity, files, integer, json, list, ref, states, text } from '#model'
import type { Content } from './content.ts'
import { testTopic } from './dictionaries.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const QUESTION_TYPES = { single: '单选', multi: '多选', judge: '判断', blank: '填空', order: '排序', match: '连线', short: '简答', essay: '论述', group: '材料题' } as const
export type QuestionType = keyof typeof QUESTION_TYPES
/** Marked by people. */
export const isByHand = (type: QuestionType): boolean => type === 'short' || type === 'essay'
export const LETTERS = 'ABCDEFGHIJ'
/** What keeps a question from being one (60 §5, bad input). */
export const CONTENT_PROBLEMS = {
  options: '须有 2 至 10 个选项，现有 {n} 个',
  pairs: '连线每行写成“左|右”，第 {n} 行不是',
  answer: '没有答案',
  notAmong: '答案“{answer}”不在选项里',
  oneAnswer: '单选只能有一个答案，现有 {n} 个',
  severalAnswers: '多选至少要有两个答案，现有 {n} 个',
  wholeOrder: '排序的答案须把 {n} 个选项各写一次',
  judged: '判断题的答案写“对”或“错”，现为“{answer}”',
  number: '有允许误差的填空，答案须是数字：“{answer}”',
  material: '材料要有文字和小题',
} as const
export type ContentProblem = { rule: keyof typeof CONTENT_PROBLEMS; values: Record<string, unknown>; field: 'options' | 'answer' }

export const questionStates = states(
  { draft: { label: '待审', tone: 'waiting' }, reviewed: { label: '已审', tone: 'done' }, retired: { label: '已停用', tone: 'over' } },
  { review: ['draft'], retire: ['draft', 'reviewed'], restore: ['retired'], update: ['draft', 'reviewed'] },
)
export const PICTURES = ['jpg', 'jpeg', 'png', 'webp']
/** A question as it is edited. Only a reviewed one is drawn, in the version that was reviewed. */
export const testQuestion = entity(
  'test.testQuestion',
  '试题',
  {
    bankId: ref('questionBank', '题库', { ...need, immutable: true }),
    no: text('题号', { ...need, max: 20, format: 'code', sortable: true, search: true }),
    type: choice('题型', QUESTION_TYPES, need),
    groupId: ref('testQuestion', '所属材料', { help: '材料题的小题选它的材料；单独出的题不填' }),
    stem: text('题干', { ...need, max: 4000, multiline: true, search: true }),
    options: text('选项', { max: 6000, multiline: true, help: '每行一个，按 A、B、C 的顺序；连线每行写成“左|右”；判断和填空不填' }),
    media: files('图片', { maxFiles: 12, types: PICTURES, help: '题干和选项里写 [图1]、[图2] 的地方显示这一张；没有写到的显示在题干下面' }),
    answer: text('答案', { max: 4000, multiline: true, help: '选择和排序写字母，如 AC；判断写对或错；填空的几种写法用 | 隔开；简答和论述写参考答案；连线不填' }),
    tolerance: decimal('允许误差', { precision: 12, scale: 4, min: 0, help: '答案是数字的填空才填' }),
    score: decimal('分值', { ...need, precision: 5, scale: 1, min: 0.5, max: 100, initial: 1 }),
    difficulty: integer('难度', { ...need, min: 1, max: 5, initial: 3, sortable: true }),
    topics: list('知识点', dict('知识点', testTopic, need), { max: 6 }),
    explanation: text('解析', { max: 4000, multiline: true }),
    state: questionStates.field('状态', { initial: 'draft' }),
    /** Of the stem without spaces, punctuation and case: the same question is not kept twice in a bank. */
    stemHash: text('题干指纹', { ...readonly, max: 64, secret: 'internal' }),
    /** Its reviewed version; 0 before the first review. */
    versionNo: integer('版本', { ...need, ...readonly, initial: 0 }),
    editedBy: ref('user', '最后修改人', readonly),
    reviewedBy: ref('user', '审题人', readonly),
    /** In tests whose results were released; of the last one that enough people sat (60-OT14). */
    usedCount: integer('作答次数', { ...need, ...readonly, initial: 0 }),
    p: decimal('难度 P', { ...readonly, precision: 4, scale: 3 }),
    d: decimal('区分度 D', { ...readonly, precision: 4, scale: 3 }),
  },
  {
    title: 'stem',
    scope: { department: 'bankId.departmentId', user: 'bankId.ownerId' },
    select: 'scoped',
    selectFields: ['no', 'type', 'bankId'],
    sort: ['no'],
    unique: [
      ['bankId', 'no'],
      ['bankId', 'stemHash'],
    ],
    importKey: ['bankId', 'no'],
    countsUpTo: 10_000,
    refusals: {
      ...CONTENT_PROBLEMS,
      same: '题库里已有同样的题：{no}',
      picture: '题号 {no} 写了 [图{n}]，但只有 {count} 张图片',
      group: '所属材料须是同一题库的材料题，题号 {no} 不是',
      nested: '材料题不能再放进材料里',
      parts: '“{title}”有 {n} 道小题，只能是材料题',
      used: '“{title}”已经审过或用过，只能停用，不能删除',
    },
  },
)
/** A question as it was reviewed: what is asked, and its key. Never changed, so that a paper once drawn stays what it was. */
export const testQuestionVersion = entity(
  'test.testQuestionVersion',
  '试题版本',
  {
    questionId: ref('testQuestion', '试题', { ...need, immutable: true }),
    no: integer('版本', { ...need, immutable: true, min: 1 }),
    content: json<Content>('内容', { ...need, immutable: true, secret: 'internal' }),
  },
  { title: 'no', scope: { department: 'questionId.bankId.departmentId', user: 'questionId.bankId.ownerId' }, unique: [['questionId', 'no']], verbs: [] },
)
