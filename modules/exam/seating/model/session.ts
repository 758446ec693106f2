import { date, dict, entity, ref, text, time } from '#model'
import { examSubject } from '../../entry/model/dictionaries.ts'

const need = { required: true } as const
/** 30-ER2: what examinations must not share. */
export const CLASHES = {
  noSeating: '请先为这次考试新建考务安排',
  venueTaken: '{venue} {date} {from} 起是“{batch}”的考场',
  invigilatorTaken: '{name} {date} {from} 起在“{batch}”监考',
  overlap: '“{one}”和“{other}”时间重叠，{count} 名考生两科都考',
  overlapElsewhere: '“{one}”和“{batch}”的“{other}”时间重叠，{count} 名考生两科都考',
} as const
/** 考试场次: when a subject is sat. Whoever chose a plan with the subject takes part. */
export const examSession = entity(
  'exam.examSession',
  '考试场次',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    /** Subject and day. */
    name: text('名称', { ...need, readonly: true, max: 60 }),
    subject: dict('科目', examSubject, { ...need, immutable: true }),
    date: date('日期', { ...need, sortable: true }),
    from: time('开始', need),
    to: time('结束', need),
  },
  {
    title: 'name',
    scope: {},
    unique: [['batchId', 'subject']],
    select: 'scoped',
    sort: ['date', 'from'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { ...CLASHES, reversed: '结束 {to} 不在开始 {from} 之后' },
  },
)
