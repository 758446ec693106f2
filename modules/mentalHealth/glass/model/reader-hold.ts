import { action, date, entity, ref, text } from '#model'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** 延后显示: for how long a student is not shown who has read their record since, where it would be unsafe. */
export const mhReaderHold = entity(
  'mentalHealth.mhReaderHold',
  '延后显示查看记录',
  {
    studentId: ref('student', '学生', fixed),
    until: date('延后到', fixed),
    why: text('理由', { ...fixed, max: 300, multiline: true, sensitivity: 'S2', encrypted: true }),
    byId: ref('user', '操作人', fixed),
  },
  {
    isUncounted: true,
    title: 'until',
    scope: {},
    verbs: [],
    refusals: { notHead: '只有心理中心主任可以延后', none: '没有这名学生，或不在你的范围内', span: '只能延后到 {from} 至 {to} 之间' },
  },
)
export const HOLD_DAYS = 180
export const holdReaders = action('mentalHealth.mhReaderHold.hold', '延后显示查看记录', {
  permission: 'mentalHealth:mhBreakGlass:register',
  input: {
    studentId: ref('student', '学生', need),
    until: date('延后到', need),
    why: text('理由', { ...need, min: 2, max: 300, multiline: true, help: '学生现在知道谁看过会有什么危险；只留在心理中心' }),
  },
  output: 'none',
  refusals: mhReaderHold.options.refusals ?? {},
})
