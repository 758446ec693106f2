import { bool, choice, decimal, dict, entity, integer, json, list, ref, shape, states, text, type Values } from '#model'
import { testTopic } from './dictionaries.ts'
import type { PooledSection } from './draw.ts'
import { QUESTION_TYPES } from './question.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const MODES = { fixed: '指定题目', randomOnce: '抽一次，人人相同', perCandidate: '每人各抽' } as const
export const LEVELS = 5
const sectionFields = {
  title: text('标题', { ...need, max: 60 }),
  type: choice('题型', QUESTION_TYPES, need),
  count: integer('题数', { ...need, min: 1, max: 200 }),
  scoreEach: decimal('每题分值', { ...need, precision: 5, scale: 1, min: 0.5, max: 100 }),
  bankIds: list('题库', ref('questionBank', '题库', need), { ...need, max: 10 }),
  topics: list('知识点', dict('知识点', testTopic, need), { max: 10 }),
  /** How many of each difficulty, 1 to 5; empty where it does not matter. */
  spread: list('各难度题数', integer('题数', { ...need, min: 0, max: 200 }), { max: LEVELS }),
  mustIds: list('必出的题', ref('testQuestion', '试题', need), { max: 200 }),
} as const
export const sectionShape = shape('大题', sectionFields, need)
export type Section = Values<typeof sectionFields>
export const MOST_SECTIONS = 12
/** What keeps a paper from being used (60-OT1). */
export const PAPER_PROBLEMS = {
  empty: '“{paper}”还没有大题',
  lacking: '“{section}”{cell}：需要 {needed} 题{least}，可用的只有 {available} 题',
  spread: '“{section}”各难度题数相加是 {sum}，题数是 {count}',
  must: '“{section}”必出的题有 {n} 道不在题库、题型或知识点范围内，或没有审过',
  mustMany: '“{section}”必出的题有 {n} 道，题数只有 {count}',
  fixed: '“{section}”是指定题目的，须正好指定 {count} 题，现指定 {n} 题',
} as const
export const paperStates = states(
  { draft: { label: '草稿', tone: 'waiting' }, ready: { label: '可用', tone: 'done' }, retired: { label: '已停用', tone: 'over' } },
  { publish: ['draft'], retire: ['ready'], saveSections: ['draft'], update: ['draft'], remove: ['draft'] },
)
/** How questions are drawn: sections, and once it is published the questions that may be drawn. */
export const testPaper = entity(
  'test.testPaper',
  '试卷',
  {
    name: text('名称', { ...need, max: 100, search: true, sortable: true }),
    mode: choice('出题方式', MODES, { ...need, initial: 'perCandidate' }),
    sections: json<Section[]>('大题', { ...readonly, secret: 'internal' }),
    total: decimal('总分', { ...need, ...readonly, precision: 6, scale: 1, initial: 0 }),
    shuffleQuestions: bool('题目乱序', { ...need, initial: true }),
    shuffleOptions: bool('选项乱序', { ...need, initial: true }),
    departmentId: ref('department', '负责部门', { help: '不填为你所在的部门' }),
    ownerId: ref('user', '命题人', readonly),
    state: paperStates.field('状态', { initial: 'draft' }),
    /** What may be drawn, section by section, in the versions of the day it was published. */
    pool: json<PooledSection[]>('抽题范围', { ...readonly, secret: 'internal' }),
    questionCount: integer('题数', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'departmentId', user: 'ownerId' },
    select: 'scoped',
    selectFields: ['state', 'total'],
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: PAPER_PROBLEMS,
  },
)
