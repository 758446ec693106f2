import { choice, datetime, entity, integer, list, ref, states, text } from '#model'

/** What the classes are balanced by, in the order of the plan. */
export const MEASURES = { gender: '性别', origin: '生源地', score: '成绩', ethnicity: '民族' } as const
export type Measure = keyof typeof MEASURES
export const USUAL_BALANCE: readonly Measure[] = ['gender', 'origin', 'score', 'ethnicity']
export const planStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    previewed: { label: '已试分', tone: 'going' },
    published: { label: '已发布', tone: 'done' },
  },
  { preview: ['draft', 'previewed'], move: ['previewed'], unlock: ['previewed'], publish: ['previewed'], update: ['draft', 'previewed'], remove: ['draft', 'previewed'] },
)
const required = { required: true } as const
const readonly = { readonly: true } as const

/** 分班方案: students of some grade-majors without a class, over these classes. */
export const distributionPlan = entity(
  'distribution.distributionPlan',
  '分班方案',
  {
    name: text('名称', { ...required, max: 60, search: true }),
    grade: integer('年级', { ...required, min: 1950, max: 2100, sortable: true }),
    gradeMajorIds: list('年级专业', ref('gradeMajor', '年级专业', required), { max: 300, help: '不选时为这个年级有班级的全部专业' }),
    classIds: list('班级', ref('stuClass', '班级', required), { max: 500, help: '不选时为这些专业的全部班级；学生只编入自己年级专业的班级' }),
    balance: list('均衡', choice('均衡', MEASURES, required), { ...required, max: 4, help: '排在前面的优先；性别总是均衡到相差不超过 1 人' }),
    /** A numeric fact about students; it decides the order in which they are dealt out. */
    scoreFact: text('成绩取自', { max: 100 }),
    seed: integer('随机种子', { ...required, initial: 1, min: 0, max: 2_000_000_000, help: '名单、规则和种子都一样时，结果也一样' }),
    state: planStates.field('状态', { initial: 'draft', sortable: true }),
    studentCount: integer('学生', readonly),
    placedCount: integer('已编班', readonly),
    previewedAt: datetime('试分时间', readonly),
    publishedAt: datetime('发布时间', { ...readonly, sortable: true }),
    publishedBy: ref('user', '发布人', readonly),
  },
  {
    title: 'name',
    scope: {},
    unique: [['name']],
    select: 'scoped',
    limit: 'new',
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      nameTaken: '已有分班方案“{name}”',
      otherGrade: '“{gradeMajor}”不是 {grade} 级的年级专业',
      otherMajor: '“{className}”不属于所选的年级专业',
      classEnded: '“{className}”已结束，不能编入学生',
      noClasses: '{grade} 级还没有班级，请先在基础数据中建立',
      noClass: '“{gradeMajor}”没有选班级',
      noFact: '没有“{fact}”这项数字，不能按它排序',
    },
  },
)
