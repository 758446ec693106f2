import { action, bool, choice, date, datetime, entity, integer, list, type Row, ref, revealed, shape, text } from '#model'
import { RISKS } from '../../attention/model/risk.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** Read by the author and the supervisor they name, by nobody else (50 §9, ML3). */
const sealed = { readonly: true, sensitivity: 'S2', encrypted: true } as const
/** 咨询记录. Its words are encrypted, and no verb lists or exports it. A diagnosis has no field: one is quoted, from a paper of a hospital with its date. */
export const mhRecord = entity(
  'mentalHealth.mhRecord',
  '咨询记录',
  {
    appointmentId: ref('mhAppointment', '咨询预约', fixed),
    studentId: ref('student', '学生', fixed),
    psychologistId: ref('user', '咨询师', { ...fixed, role: 'psychologist' }),
    supervisorId: ref('user', '督导', { readonly: true, role: 'psychologist' }),
    notes: text('咨询内容', { ...sealed, required: true, max: 10_000, multiline: true }),
    risk: choice('风险', RISKS, { ...sealed, required: true }),
    plan: text('后续打算', { ...sealed, max: 2000, multiline: true }),
    nextOn: date('下次咨询', { readonly: true }),
    quote: text('医院意见摘录', { ...sealed, max: 1000, multiline: true }),
    hospital: text('医院', { ...sealed, max: 100 }),
    hospitalOn: date('医院单据日期', { readonly: true }),
  },
  {
    isUncounted: true,
    title: 'nextOn',
    scope: {},
    verbs: [],
    unique: [['appointmentId']],
    refusals: {
      notYet: '学生签到以后才能写记录',
      hospital: '摘录医院意见，要写明医院和单据日期；咨询师不作诊断',
      future: '单据日期 {day} 还没有到',
      supervisor: '督导须是另一位心理老师',
      changed: '记录刚被改过，请重新打开',
    },
  },
)
export type CounsellingRecord = Row<typeof mhRecord>
const { fields } = mhRecord
const { refusals = {} } = mhRecord.options
const WRITE = 'mentalHealth:mhRecord:write'
const OF = { appointmentId: ref('mhAppointment', '咨询预约', need) } as const
/** Written once an hour has begun, and written anew by its author. */
export const writeRecord = action('mentalHealth.mhRecord.write', '写记录', {
  input: {
    ...OF,
    /** As it was opened; without it there was none. */
    version: integer('版本', { min: 1 }),
    notes: text('咨询内容', { ...need, max: 10_000, multiline: true, help: '只有自己和所选的督导看得到' }),
    risk: choice('风险', RISKS, need),
    plan: text('后续打算', { max: 2000, multiline: true }),
    nextOn: date('下次咨询'),
    quote: text('医院意见摘录', { max: 1000, multiline: true, help: '咨询师不作诊断，只照医院单据摘录' }),
    hospital: text('医院', { max: 100 }),
    hospitalOn: date('医院单据日期'),
    supervisorId: ref('user', '督导', { role: 'psychologist', help: '督导能看到这一条记录' }),
  },
  output: 'none',
  refusals,
})
/** One record on paper, with the reader's watermark (50-MH12). */
export const printRecord = action('mentalHealth.mhRecord.print', '打印', { permission: WRITE, input: OF, output: 'file' })
const THEIRS = 'the psychologist who wrote it and the supervisor they named; each reading is audited'
/** Audited before it is answered (50-MH6). */
export const openRecord = action('mentalHealth.mhRecord.open', '打开记录', {
  permission: WRITE,
  input: OF,
  output: {
    ...{ version: integer('版本', need), name: text('姓名', { ...need, max: 60 }), start: datetime('时间', need), psychologist: text('咨询师', { ...need, max: 60 }) },
    ...{ isOwn: bool('自己写的', need), supervisorId: ref('user', '督导') },
    ...{ notes: revealed(fields.notes, THEIRS), risk: revealed(fields.risk, THEIRS), plan: revealed(fields.plan, THEIRS), nextOn: fields.nextOn },
    ...{ quote: revealed(fields.quote, THEIRS), hospital: revealed(fields.hospital, THEIRS), hospitalOn: fields.hospitalOn },
  },
})
/** Records the caller has written or supervises, hours that have none yet included; without their words. */
export const ownRecords = action('mentalHealth.mhRecord.mine', '我的咨询记录', {
  method: 'GET',
  permission: WRITE,
  input: { isWaiting: bool('待写') },
  output: {
    rows: list(
      '咨询记录',
      shape('记录', {
        ...{ appointmentId: text('编号', { ...need, max: 36 }), start: datetime('时间', need), end: datetime('结束', need) },
        ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), psychologist: text('咨询师', { ...need, max: 60 }) },
        ...{ isOwn: bool('自己写的', need), nextOn: date('下次咨询'), writtenAt: datetime('写于') },
      }),
      need,
    ),
  },
})
export const recordActions = [writeRecord, openRecord, printRecord, ownRecords]
