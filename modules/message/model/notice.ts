import { action, bool, choice, datetime, dict, entity, files, integer, json, list, ref, rich, shape, states, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import type { Audience } from '#modules/system/model/audience.ts'
import { REALMS } from '#modules/system/model/user.ts'
import { noticeType } from './dictionaries.ts'

export const noticeStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    pending: { label: '待审核', tone: 'going' },
    published: { label: '已发布', tone: 'done' },
    withdrawn: { label: '已撤回', tone: 'over' },
    expired: { label: '已过期', tone: 'over' },
  },
  {
    update: ['draft', 'pending', 'published'],
    remove: ['draft', 'withdrawn', 'expired'],
    publish: ['draft'],
    approve: ['pending'],
    reject: ['pending'],
    withdraw: ['pending', 'published'],
    remind: ['published'],
    pin: ['published'],
  },
)
/** The publisher with their data scope, which also applies to readers who join later. */
export interface Publisher {
  userId: string
  departmentId: string | null
  teacherId: string | null
  studentId: string | null
  reaches: Array<{ roleCode: string; scope: string; custom?: unknown }>
}

export const notice = entity(
  'message.notice',
  '通知公告',
  {
    title: text('标题', { required: true, max: 200, search: true, sortable: true }),
    noticeType: dict('类型', noticeType, { required: true, initial: 'school' }),
    content: rich('正文', { required: true, max: 100_000, drafts: { code: 'notice', marks: 'isAiAssisted' } }),
    isAiAssisted: bool('人工智能辅助', { required: true, initial: false, help: '正文起草时用过人工智能' }),
    audience: json<Audience>('发送范围', { required: true }),
    realm: choice('登录域', REALMS, { required: true, immutable: true, initial: 'admin' }),
    needsReceipt: bool('需要回执', { required: true, initial: false, help: '读过的人要点“确认收到”，可以写一句话' }),
    publishAt: datetime('发布时间', { sortable: true, help: '不填为发布时；可以定在以后' }),
    expireAt: datetime('有效期至', { sortable: true, help: '过后不再显示；有效期内新来的人也会收到' }),
    attachments: files('附件', { maxFiles: 10 }),
    state: noticeStates.field('状态', { initial: 'draft' }),
    isPinned: bool('置顶', { required: true, readonly: true, initial: false }),
    edition: integer('版次', { required: true, readonly: true, initial: 1 }),
    publisherId: ref('user', '发布人', { readonly: true }),
    teacherId: ref('teacher', '发布教职工', { readonly: true, secret: 'internal' }),
    departmentId: ref('department', '发布部门', { readonly: true }),
    reviewNote: text('审核意见', { readonly: true, max: 500 }),
    toldAt: datetime('送达时间', { readonly: true, sortable: true }),
    remindedAt: datetime('上次提醒', { readonly: true }),
    publisher: json<Publisher>('发布范围', { readonly: true, secret: 'internal' }),
    recipientCount: integer('人数', { computed: true }),
    readCount: integer('已读', { computed: true }),
    receiptCount: integer('已回执', { computed: true }),
    readAfterHour: integer('1 小时内已读', { computed: true }),
    readAfterDay: integer('24 小时内已读', { computed: true }),
  },
  {
    title: 'title',
    scope: { user: 'publisherId', teacher: 'teacherId', department: 'departmentId' },
    sort: ['-createdAt'],
    softDelete: true,
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      dates: '有效期至 {expireAt} 不晚于发布时间 {publishAt}',
      audienceFixed: '“{title}”已经发布，不能改发送对象；请撤回后另发一条',
    },
  },
)
export const noticeRead = entity(
  'message.noticeRead',
  '阅读情况',
  {
    noticeId: ref('notice', '通知', { required: true, readonly: true }),
    userId: ref('user', '收件人', { required: true, readonly: true }),
    readAt: datetime('阅读时间', { readonly: true, sortable: true }),
    receiptAt: datetime('回执时间', { readonly: true, sortable: true }),
    receiptText: text('回执内容', { readonly: true, max: 500 }),
    accountNo: text('账号', { computed: true }),
    className: text('班级', { computed: true }),
    departmentName: text('部门', { computed: true }),
  },
  {
    title: 'noticeId',
    scope: { user: 'userId', department: 'userId.departmentId', class: 'userId.studentId.counselledClassId', teacher: 'userId.teacherId', student: 'userId.studentId' },
    unique: [['noticeId', 'userId']],
    sort: ['readAt'],
    verbs: ['list', 'export'],
  },
)
const id = ref('notice', '通知', { required: true })
const one = { input: { id } } as const

export const publishNotice = action('message.notice.publish', '发布', {
  inScope: true,
  ...one,
  output: { state: noticeStates.field('状态'), count: integer('人数', { required: true }) },
  refusals: { nobody: '你的数据范围内没有符合条件的人，请检查发送对象', expired: '有效期至 {expireAt} 已经过去' },
})
export const approveNotice = action('message.notice.approve', '审核通过', { inScope: true, output: 'none', ...one, refusals: { own: '不能审核自己写的通知' } })
export const rejectNotice = action('message.notice.reject', '退回', {
  inScope: true,
  output: 'none',
  input: { id, note: text('意见', { required: true, max: 500, multiline: true }) },
  permission: 'message:notice:approve',
})
export const withdrawNotice = action('message.notice.withdraw', '撤回', { inScope: true, output: 'none', ...one })
export const pinNotice = action('message.notice.pin', '置顶', { inScope: true, output: 'none', input: { id, isPinned: bool('置顶', { required: true }) } })
export const remindUnread = action('message.notice.remind', '提醒未读', {
  inScope: true,
  ...one,
  output: { count: integer('已提醒', { required: true }) },
  refusals: { tooSoon: '{at} 提醒过一次，{minutes} 分钟内不能再提醒', nobody: '所有人都读过了' },
})
/** By class for counsellors, by department for others. */
export const noticeReaders = action('message.notice.readers', '阅读情况', {
  method: 'GET',
  input: { id },
  permission: 'message:notice:list',
  many: true,
  output: {
    group: text('班级或部门', { required: true, max: 120 }),
    total: integer('人数', { required: true }),
    read: integer('已读', { required: true }),
    receipts: integer('已回执', { required: true }),
    unread: list(
      '未读',
      shape('人', {
        userId: ref('user', '用户', { required: true }),
        studentId: ref('student', '学生'),
        name: text('姓名', { required: true, max: 64 }),
        accountNo: text('账号', { required: true, max: 32 }),
        phone: student.fields.phone,
      }),
      { required: true },
    ),
  },
})

const mine = {
  id: ref('notice', '通知', { required: true }),
  title: text('标题', { required: true, max: 200 }),
  noticeType: text('类型', { required: true, max: 40 }),
  isPinned: bool('置顶', { required: true }),
  needsReceipt: bool('需要回执', { required: true }),
  publishedAt: datetime('发布时间', { required: true }),
  expireAt: datetime('有效期至'),
  publisherName: text('发布人', { max: 64 }),
  departmentName: text('发布部门', { max: 60 }),
  readAt: datetime('阅读时间'),
  receiptAt: datetime('回执时间'),
} as const
/** Valid notices addressed to the caller. */
export const myNotices = action('message.notice.mine', '我的通知', {
  method: 'GET',
  access: 'signedIn',
  input: {
    current: integer('页', { min: 1, max: 10_000 }),
    size: integer('每页', { min: 1, max: 100 }),
    keyword: text('标题', { max: 60 }),
    isRead: bool('已读'),
    needsReceipt: bool('需要回执'),
  },
  output: { total: integer('总数', { required: true }), unread: integer('未读', { required: true }), result: list('通知', shape('通知', mine), { required: true }) },
})
/** Opens a notice and marks it as read. */
export const openNotice = action('message.notice.open', '打开通知', {
  ...one,
  access: 'signedIn',
  output: {
    ...mine,
    content: text('正文', { required: true, max: 200_000 }),
    attachments: list(
      '附件',
      shape('附件', { id: text('文件', { required: true, max: 36 }), name: text('文件名', { required: true, max: 255 }), size: integer('大小', { required: true }) }),
      {
        required: true,
      },
    ),
    edition: integer('版次', { required: true }),
    receiptText: text('回执内容', { max: 500 }),
  },
  refusals: { notMine: '没有这条通知，或它不是发给你的', withdrawn: '这条通知已撤回', expired: '这条通知已过期' },
})
export const giveReceipt = action('message.notice.receipt', '确认收到', {
  output: 'none',
  input: { id, text: text('想说的话', { max: 500, multiline: true }) },
  access: 'signedIn',
  refusals: { notMine: '没有这条通知，或它不是发给你的', notAsked: '这条通知不需要回执' },
})
