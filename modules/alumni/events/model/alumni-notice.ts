import { action, bool, datetime, entity, integer, list, type Row, ref, rich, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { OWN } from '../../records/model/card.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const noticeStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    scheduled: { label: '待发布', tone: 'attention' },
    published: { label: '已发布', tone: 'done' },
    withdrawn: { label: '已撤回', tone: 'over' },
  },
  { update: ['draft'], remove: ['draft'], publish: ['draft'], withdraw: ['scheduled', 'published'], pin: ['published'] },
)
/** Groups intersect; values within a group are a union; without any, all alumni. */
const audience = {
  yearFrom: integer('毕业年份从', { min: 1900, max: 2100 }),
  yearTo: integer('毕业年份到', { min: 1900, max: 2100 }),
  majorNames: list('专业', text('专业', { max: 60 }), { help: '写全称，可以写几个' }),
  regions: list('所在地区', cantonCode('地区')),
  clubIds: list('校友会', ref('alumniClub', '校友会')),
} as const
/** 校友通知, of the office or of a club. */
export const alumniNotice = entity(
  'alumni.alumniNotice',
  '校友通知',
  {
    title: text('标题', { ...need, max: 100, search: true, sortable: true }),
    content: rich('正文', { ...need, max: 50_000 }),
    ...audience,
    publishAt: datetime('发布时间', { sortable: true, help: '不填为发布时；可以定在以后' }),
    isPinned: bool('置顶', { ...need, ...readonly, initial: false }),
    state: noticeStates.field('状态', { initial: 'draft', sortable: true }),
    /** Posted by its officers, for its members. */
    clubId: ref('alumniClub', '发布的校友会', readonly),
    told: integer('已通知', { computed: true }),
    reads: integer('已读', { computed: true }),
  },
  {
    title: 'title',
    scope: {},
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { yearsReversed: '毕业年份到 {yearTo} 早于从 {yearFrom}', cantonUnknown: '没有行政区划代码“{code}”', nobody: '没有符合条件的校友，请检查发送范围' },
  },
)
export type AlumniNotice = Row<typeof alumniNotice>
/** 阅读情况: who was told of a notice, and who has read it. */
export const alumniNoticeRead = entity(
  'alumni.alumniNoticeRead',
  '校友通知阅读',
  {
    noticeId: ref('alumniNotice', '校友通知', { ...need, ...readonly, isPart: true, search: true }),
    alumnusId: ref('alumnus', '校友', { ...need, ...readonly, search: true }),
    isTold: bool('已通知', { ...need, ...readonly, initial: false }),
    readAt: datetime('阅读时间', { ...readonly, sortable: true }),
  },
  { title: 'noticeId', scope: {}, unique: [['noticeId', 'alumnusId']], sort: ['-readAt'], verbs: ['list', 'export'], countsUpTo: 100_000 },
)
const id = ref('alumniNotice', '校友通知', need)
const clubId = ref('alumniClub', '校友会', need)
const { refusals = {} } = alumniNotice.options
const counts = {
  all: integer('符合条件的校友', need),
  noConsent: integer('没有同意联系', need),
  noAccount: integer('没有账号', need),
  told: integer('会收到消息', need),
}
const PUBLISH = 'alumni:alumniNotice:publish'
/** 30-AN1: whom it reaches, and whom not for want of consent. */
export const previewNotice = action('alumni.alumniNotice.preview', '发送人数', { method: 'GET', permission: PUBLISH, inScope: true, input: { id }, output: counts })
export const publishNotice = action('alumni.alumniNotice.publish', '发布', {
  inScope: true,
  refusals,
  input: { id },
  output: { state: noticeStates.field('状态'), told: integer('会收到消息', need) },
})
export const withdrawNotice = action('alumni.alumniNotice.withdraw', '撤回', { permission: PUBLISH, inScope: true, input: { id }, output: 'none' })
export const pinNotice = action('alumni.alumniNotice.pin', '置顶', { permission: PUBLISH, inScope: true, input: { id, isPinned: bool('置顶', need) }, output: 'none' })
/** 30-AB2: officers of a club, to its members. */
export const previewClubNotice = action('alumni.alumniNotice.previewClub', '发送人数', { method: 'GET', permission: OWN, input: { clubId }, output: counts })
export const postNotice = action('alumni.alumniNotice.post', '发通知', {
  permission: OWN,
  input: { clubId, title: alumniNotice.fields.title, content: alumniNotice.fields.content },
  output: { told: integer('会收到消息', need) },
  refusals,
})
const mine = {
  id,
  title: text('标题', { ...need, max: 100 }),
  isPinned: bool('置顶', need),
  publishedAt: datetime('发布时间'),
  club: text('校友会', { max: 40 }),
  readAt: datetime('阅读时间'),
}
export const MOST_NOTICES = 100
/** Published notices whose audience the caller is in, or was when they were told. */
export const myNotices = action('alumni.alumniNotice.mine', '校友通知', { method: 'GET', permission: OWN, many: true, input: { q: text('标题', { max: 40 }) }, output: mine })
/** Opens a notice and marks it as read. */
export const openNotice = action('alumni.alumniNotice.open', '打开通知', {
  permission: OWN,
  input: { id },
  output: { title: mine.title, publishedAt: mine.publishedAt, club: mine.club, content: text('正文', { ...need, max: 100_000 }) },
})
export const noticeActions = [previewNotice, publishNotice, withdrawNotice, pinNotice, previewClubNotice, postNotice, myNotices, openNotice]
