import { entity, integer, ref, text } from '#model'

const readonly = { readonly: true } as const
/** 已编学号: a number that a rule gave, with its place in the sequence. */
export const givenNumber = entity(
  'distribution.givenNumber',
  '已编学号',
  {
    runId: ref('numberRun', '编号记录', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    studentNo: text('学号', { required: true, ...readonly, max: 20, search: true, sortable: true }),
    /** Entry year, kind and id of what the sequence counts in. */
    scopeKey: text('顺序号范围', { required: true, ...readonly, max: 60, secret: 'internal' }),
    seq: integer('顺序号', { required: true, ...readonly }),
  },
  { title: 'studentNo', scope: {}, unique: [['studentNo'], ['scopeKey', 'seq']], sort: ['studentNo'], verbs: ['list', 'export'] },
)
