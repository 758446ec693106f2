import { choice, datetime, entity, ref } from '#model'

const fixed = { required: true, readonly: true } as const
/** Who is told that a follow-up is overdue, one after the other (50-MH7). */
export const NOTICE_STEPS = { owner: '负责人', backup: '后备', college: '学院' } as const
export type NoticeStep = keyof typeof NOTICE_STEPS
/** One line for each person told; without a person where a step found nobody. */
export const attentionNotice = entity(
  'mentalHealth.attentionNotice',
  '逾期提醒',
  {
    caseId: ref('attentionCase', '个案', { ...fixed, isPart: true }),
    dueAt: datetime('时限', fixed),
    step: choice('提醒对象', NOTICE_STEPS, fixed),
    userId: ref('user', '人员', { readonly: true }),
    at: datetime('时间', fixed),
  },
  { title: 'step', scope: {}, unique: [['caseId', 'dueAt', 'step', 'userId']], sort: ['-at'], verbs: [] },
)
