import { dict, entity, integer, list, money, ref, shape, text } from '#model'
import { examCategory, examSubject } from './dictionaries.ts'

const need = { required: true } as const
export const MOST_PLACES = 10_000
/** 招生计划: places of a major in a batch, by category of applicants. Who chooses it sits its subjects. */
export const examPlan = entity(
  'exam.examPlan',
  '招生计划',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    code: text('计划代码', { ...need, max: 20, format: 'code', search: true, sortable: true }),
    majorId: ref('major', '专业', need),
    campusId: ref('campus', '校区'),
    quotas: list('名额', shape('名额', { category: dict('考生类别', examCategory, need), places: integer('人数', { ...need, min: 1, max: MOST_PLACES }) }, need), {
      ...need,
      min: 1,
      max: 20,
    }),
    subjects: list('考试科目', dict('科目', examSubject, need), { ...need, min: 1, max: 6 }),
    requirements: text('报考要求', { max: 1000, multiline: true }),
    tuition: money('学费', { min: 0, help: '只供考生参考' }),
    places: integer('名额合计', { computed: true }),
    firstChoices: integer('第一志愿', { computed: true }),
  },
  {
    title: 'code',
    scope: { everyone: 'published plans' },
    unique: [['batchId', 'code']],
    select: 'open',
    selectFields: ['code', 'majorId'],
    sort: ['batchId', 'code'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      twice: '“{category}”写了两次',
      chosen: '已有 {count} 名考生填报“{code}”，不能{what}',
    },
  },
)
