import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, date, datetime, entity, files, type Row, ref, states, text } from '#model'
import { archiveFile } from './archive-file.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const borrowStates = states(
  { ...SUBMITTED_STATES, approved: { label: '待领取', tone: 'attention' }, lent: { label: '借出', tone: 'going' }, closed: { label: '已归还', tone: 'done' } },
  { lend: ['approved'], giveBack: ['lent'] },
)
export const borrowAsked = {
  fileId: ref('archiveFile', '档案', need),
  unit: text('借阅单位', { ...need, max: 60, search: true }),
  person: text('借阅人', { ...need, max: 60 }),
  purpose: text('用途', { ...need, max: 200, multiline: true }),
  letter: files('介绍信', { ...need, maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
  onSite: bool('在档案室查阅', { ...need, initial: true }),
  dueOn: date('归还日期', need),
} as const
/** 借阅: somebody of a unit reads a file, on the spot or elsewhere. */
export const archiveBorrow = entity(
  'archive.archiveBorrow',
  '档案借阅',
  {
    ...borrowAsked,
    applicantId: ref('user', '申请人', { ...need, ...readonly }),
    studentId: ref('student', '学生', { ...need, ...readonly, search: true }),
    state: borrowStates.field('状态', { initial: 'pending', sortable: true }),
    lentAt: datetime('借出时间', { ...readonly, sortable: true }),
    returnedAt: datetime('归还时间', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'person',
    scope: { user: 'applicantId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      ...archiveFile.options.refusals,
      owner: '档案不能借给学生本人或家人（{name}）',
      duePast: '归还日期 {dueOn} 已经过去',
      noLetter: '请上传介绍信',
    },
  },
)
export type ArchiveBorrow = Row<typeof archiveBorrow>
const { refusals = {} } = archiveBorrow.options
const id = ref('archiveBorrow', '档案借阅', need)
const LEND = 'archive:archiveBorrow:lend'
export const askBorrow = action('archive.archiveBorrow.apply', '申请借阅', { input: borrowAsked, output: { id: text('编号', { ...need, max: 36 }) }, refusals })
export const lendFile = action('archive.archiveBorrow.lend', '借出', { permission: LEND, inScope: true, input: { id }, output: 'none', refusals })
export const takeBack = action('archive.archiveBorrow.giveBack', '归还', { permission: LEND, inScope: true, input: { id }, output: 'none', refusals })
const { fileId: _, ...shown } = borrowAsked
export const borrowCard = action('archive.archiveBorrow.card', '借阅', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: { ...shown, archiveNo: text('档案号', { max: 30 }), student: text('学生', { max: 60, clear: 'whose file the reader decides on' }) },
})
export const borrowActions = [askBorrow, lendFile, takeBack, borrowCard]
