import { datetime, entity, integer, ref, states } from '#model'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
export const callStates = states(
  {
    calling: { label: '呼叫中', tone: 'refused' },
    taken: { label: '已接手', tone: 'going' },
    over: { label: '不再呼叫', tone: 'over' },
  },
  { take: ['calling'] },
)
/** 紧急呼叫: a case of level 1 calls one person after the other until somebody takes it over (50-MH4). */
export const attentionCall = entity(
  'mentalHealth.attentionCall',
  '紧急呼叫',
  {
    caseId: ref('attentionCase', '个案', { ...fixed, isPart: true }),
    size: integer('名单人数', fixed),
    reached: integer('已呼叫人数', fixed),
    /** When the next person is called; none behind the last. */
    nextAt: datetime('呼叫下一位', readonly),
    state: callStates.field('状态', { initial: 'calling' }),
    takenById: ref('user', '由谁接手', readonly),
    takenAt: datetime('接手时间', readonly),
  },
  { title: 'state', scope: {}, sort: ['-createdAt'], verbs: [], refusals: { taken: '{name}已经接手', over: '这次呼叫已经结束' } },
)
/** The people of a call in their order; called once `calledAt` is set. */
export const attentionCallStep = entity(
  'mentalHealth.attentionCallStep',
  '呼叫对象',
  {
    callId: ref('attentionCall', '紧急呼叫', { ...fixed, isPart: true }),
    position: integer('呼叫顺序', fixed),
    userId: ref('user', '人员', fixed),
    calledAt: datetime('呼叫时间', readonly),
  },
  { title: 'position', scope: {}, unique: [['callId', 'position']], sort: ['position'], verbs: [] },
)
