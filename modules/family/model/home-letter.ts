import { choice, datetime, dict, entity, list, type Row, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { contactReason } from './home-contact.ts'
import { LETTER_FIELDS } from './letter-fields.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
export const letterSending = states(
  {
    none: { label: '未发送', tone: 'waiting' },
    waiting: { label: '到时间发送', tone: 'waiting' },
    running: { label: '发送中', tone: 'going' },
    done: { label: '已发送', tone: 'done' },
    failed: { label: '没有发完', tone: 'attention' },
  },
  { resumeSending: ['failed'] },
)
/** 致家长信: a letter to the families of an audience, open from its begin to its end. */
export const homeLetter = entity(
  'family.homeLetter',
  '致家长信',
  {
    ...roundFields,
    contactReason: dict('事由', contactReason, need),
    allowedFields: list('允许的字段', choice('字段', LETTER_FIELDS), { ...need, max: 20 }),
    content: text('正文', { ...need, max: 3000, multiline: true }),
    sending: letterSending.field('发送', { initial: 'none' }),
    sendNote: text('没有发完的原因', { ...readonly, max: 300, translatable: true }),
    ownerId: ref('user', '发信人', readonly),
    teacherId: ref('teacher', '发信教职工', { ...readonly, secret: 'internal' }),
  },
  {
    title: 'name',
    scope: { user: 'ownerId', teacher: 'teacherId', department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      place: '正文里的“{place}”不在这封信允许的字段里',
      switchedOff: '“{field}”是{kind}，学校没有打开“致家长信可以写{kind}”，不能写进信里',
      sensitive: '“{field}”是敏感信息，不能写进信里',
      notKnown: '学校没有“{field}”的数据，不能写进信里',
      notYours: '你没有查看“{field}”的权限，不能写进信里',
      sent: '“{name}”已经发布，不能再改正文',
      noSite: '学校还没有设置网站地址，信的链接发不出去',
      notFailed: '“{name}”现在{state}，不用继续发送',
    },
  },
)
export type HomeLetter = Row<typeof homeLetter>
export const letterRound = roundActions(homeLetter)

export const LETTER_ANSWERS = { known: '已阅知', call: '请老师联系我' } as const
export const receiptStates = states(
  {
    waiting: { label: '待发送', tone: 'waiting' },
    noPhone: { label: '没有家长电话', tone: 'attention' },
    toCheck: { label: '电话待核对', tone: 'attention' },
    sent: { label: '未读', tone: 'going' },
    read: { label: '已读', tone: 'going' },
    answered: { label: '已回执', tone: 'done' },
  },
  { send: ['noPhone', 'toCheck', 'sent', 'read'], answer: ['sent', 'read'] },
)
/** 回执: the letter to the family of one student. Of its link only the hash is kept. */
export const homeLetterReceipt = entity(
  'family.homeLetterReceipt',
  '家长信回执',
  {
    letterId: ref('homeLetter', '致家长信', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    guardianId: ref('familyMember', '家长', readonly),
    state: receiptStates.field('状态', { initial: 'waiting', sortable: true }),
    /** The number on record when the letter was sent. */
    phone: text('电话', { ...readonly, max: 20, sensitivity: 'S1', mask: 'phone' }),
    tokenHash: text('摘要', { ...readonly, max: 64, secret: 'internal' }),
    /** Values of the letter's fields as they were sent. */
    carried: text('内容', { ...readonly, max: 4000, secret: true, encrypted: true, sentTo: [] }),
    /** When the student was told what the letter carries (50-HS3). */
    toldAt: datetime('告知学生时间', readonly),
    sentAt: datetime('发送时间', { ...readonly, sortable: true }),
    remindedAt: datetime('提醒时间', readonly),
    readAt: datetime('阅读时间', { ...readonly, sortable: true }),
    answer: choice('回执', LETTER_ANSWERS, readonly),
    opinion: text('家长留言', { ...readonly, max: 300, multiline: true, sensitivity: 'S2' }),
    answeredAt: datetime('回执时间', { ...readonly, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['letterId', 'studentId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      noGuardian: '{student}没有登记监护人，请先在学生信息的家庭成员里补上',
      noPhone: '家长{guardian}没有登记电话，请先在学生信息的家庭成员里补上',
      ownPhone: '家长{guardian}的电话和学生本人的相同，信不能发给学生本人，请先改正电话',
      notTold: '信里写到{fields}，还没有告知{student}，不能发送',
      unknown: '链接不正确，请点最近一条短信里的链接',
      expired: '这封信的链接有效期到 {until} 为止，现在已经过了',
      withdrawn: '学校已停止这封信，链接不能打开',
      answered: '这封信已在 {at} 回执：{answer}',
    },
  },
)
export type HomeLetterReceipt = Row<typeof homeLetterReceipt>
