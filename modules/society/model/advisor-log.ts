import { action, date, decimal, entity, ref, text } from '#model'
import { society } from './society.ts'

const need = { required: true } as const
const asked = {
  date: date('日期', { ...need, sortable: true }),
  hours: decimal('小时', { ...need, precision: 4, scale: 1, min: 0.5, max: 12 }),
  content: text('内容', { ...need, min: 2, max: 200 }),
} as const
/** 指导记录: hours that an advisor gave a society, one row a day. */
export const advisorLog = entity(
  'society.advisorLog',
  '指导记录',
  {
    societyId: ref('society', '社团', { ...need, immutable: true, search: true }),
    teacherId: ref('teacher', '指导教师', { ...need, immutable: true, search: true }),
    ...asked,
  },
  {
    title: 'societyId',
    scope: { department: 'societyId.guidanceUnitId', teacher: 'teacherId' },
    unique: [['societyId', 'teacherId', 'date']],
    sort: ['-date'],
    verbs: ['list', 'update', 'remove', 'export'],
    countsUpTo: 10_000,
    refusals: { future: '日期 {day} 还没有到', tooOld: '日期 {day} 太早，最多补记 {days} 天以前的', notAdvisor: '你不是“{society}”的指导教师', sameDay: '{day} 已经有一条' },
  },
)
/** Two taps on the phone; the same day once more corrects it. */
export const logHours = action('society.advisorLog.log', '登记指导', {
  input: { societyId: ref('society', '社团', need), ...asked },
  output: 'none',
  refusals: { ...society.options.refusals, ...advisorLog.options.refusals },
})
