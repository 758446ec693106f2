import { datetime, dict, entity, integer, list, ref, shape } from '#model'
import { examCategory } from '../../entry/model/dictionaries.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** 递补轮次: places that nobody has taken went to those who waited, once more. */
export const admissionRound = entity(
  'exam.admissionRound',
  '递补轮次',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    runId: ref('admissionRun', '录取方案', { ...fixed, isPart: true }),
    no: integer('第几轮', { ...fixed, min: 1, sortable: true }),
    offered: integer('递补人数', { ...fixed, min: 1 }),
    free: integer('仍空名额', { ...fixed, min: 0 }),
    /** Of each category, as unused ones have gone to others; the next round begins with them. */
    plans: list(
      '名额',
      shape('名额', { planId: ref('examPlan', '招生计划', need), category: dict('考生类别', examCategory, need), places: integer('名额', { ...need, min: 0 }) }),
      fixed,
    ),
    /** Nobody, where the clock has run it. */
    by: ref('user', '操作人', { readonly: true }),
    ranAt: datetime('运行时间', { ...fixed, sortable: true }),
  },
  {
    title: 'no',
    scope: {},
    unique: [['runId', 'no']],
    sort: ['-ranAt'],
    verbs: ['list', 'export'],
    refusals: {
      notOut: '“{name}”的录取结果还没有公布',
      nobody: '没有空出的名额，或没有填报了这些计划的候补考生',
      tied: '{count} 名候补考生同分，先定次序再递补：{names}',
      noneToTake: '没有已确认、还没有转入的考生',
      consequences: '请先阅读并勾选确认的后果',
      over: '确认已在 {at} 截止',
    },
  },
)
