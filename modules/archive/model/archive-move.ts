import { choice, datetime, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
export const MOVE_KINDS = {
  receive: '接收',
  file: '归档',
  borrow: '借出',
  giveBack: '归还',
  relocate: '移位',
  seal: '密封',
  unseal: '拆封',
  send: '转出',
  receipt: '送达',
  returned: '退回',
  handover: '移交',
} as const
export type MoveKind = keyof typeof MOVE_KINDS
/** 流转台账: what happened to a file; an entry is never changed. */
export const archiveMove = entity(
  'archive.archiveMove',
  '流转台账',
  {
    fileId: ref('archiveFile', '档案', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    kind: choice('事项', MOVE_KINDS, fixed),
    at: datetime('时间', { ...fixed, sortable: true }),
    fromHolder: text('从', { ...readonly, max: 120 }),
    toHolder: text('到', { ...readonly, max: 120 }),
    dispatchId: ref('archiveDispatch', '转递', readonly),
    note: text('说明', { ...readonly, max: 200, translatable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  { title: 'kind', scope: BY_STUDENT, sort: ['-at'], verbs: ['list', 'export'], appendOnly: true, countsUpTo: 50_000 },
)
