import { choice, date, decimal, entity, files, type Row, ref, text } from '#model'

const need = { required: true } as const
export const TRAINING_LEVELS = { national: '国家级', provincial: '省级', school: '校级' } as const
/** 培训记录: a training that a counsellor took part in. A table of its own, so that certificates are attached and lists imported. */
export const fdyTraining = entity(
  'counsellor.fdyTraining',
  '培训记录',
  {
    teacherId: ref('teacher', '辅导员', { ...need, immutable: true, search: true }),
    level: choice('级别', TRAINING_LEVELS, need),
    name: text('培训', { ...need, max: 100, search: true }),
    from: date('开始', { ...need, sortable: true }),
    to: date('结束', { ...need, sortable: true }),
    hours: decimal('学时', { ...need, min: 0.5, max: 500, precision: 5, scale: 1 }),
    proof: files('证书', { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
  },
  {
    title: 'name',
    scope: { teacher: 'teacherId', department: 'teacherId.departmentId' },
    unique: [['teacherId', 'name', 'from']],
    importKey: ['teacherId', 'name', 'from'],
    sort: ['-from'],
    refusals: {
      spanReversed: '结束 {to} 早于开始 {from}',
      future: '培训 {to} 才结束，结束以后再登记',
      notOnFile: '{name}没有辅导员档案，请先建档',
    },
  },
)
export type FdyTraining = Row<typeof fdyTraining>
