import { action, choice, datetime, list, ref, shape, text } from '#model'
import { EVIDENCE_KINDS, SAYS } from './evidence.ts'
import { objectionStates } from './objection.ts'
import { CONFIDENCES, presenceState, presenceStates } from './presence-state.ts'

const need = { required: true } as const
const seen = {
  state: choice('状态', presenceStates.labels, need),
  since: datetime('开始时间', need),
  confidence: choice('可信度', CONFIDENCES, need),
  computedAt: datetime('更新时间', need),
  evidence: list(
    '依据',
    shape('依据', {
      kind: choice('来源', EVIDENCE_KINDS, need),
      says: choice('说明', SAYS, need),
      at: datetime('时间', need),
      until: datetime('到'),
      place: text('地点', { max: 100 }),
      note: text('备注', { max: 200 }),
    }),
    need,
  ),
  /** Shown beside: a lesson proves nothing. */
  lesson: shape('正在上的课', { course: text('课程', { ...need, max: 100 }), venue: text('地点', { max: 100 }), until: text('到', { ...need, max: 5 }) }),
  changes: list('状态变化', shape('变化', { state: choice('状态', presenceStates.labels, need), since: datetime('开始时间', need), at: datetime('变化时间', need) }), need),
} as const
/** 60-PR8: what is known of one student is read for a purpose and leaves a record of who read it. */
export const presenceEvidence = action('presence.presenceState.evidence', '查看依据', {
  input: { studentId: ref('student', '学生', need), purpose: text('查看原因', { ...need, min: 4, max: 200 }) },
  output: { ...seen, name: text('姓名', { ...need, max: 60 }), className: text('班级', { max: 100 }) },
  refusals: presenceState.options.refusals ?? {},
})
/** 学校看到你在……: a student's own state and all that it rests on. */
export const myPresence = action('presence.presenceState.mine', '我的在校状态', {
  method: 'GET',
  output: {
    found: shape('状态', seen),
    objection: shape('异议', {
      words: text('说明', { ...need, max: 300 }),
      objectedAt: datetime('提出时间', need),
      state: choice('进度', objectionStates.labels, need),
      answer: text('答复', { max: 300 }),
    }),
  },
})
