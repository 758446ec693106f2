import { choice, datetime, entity, files, integer, json, list, ref, rich, states, text } from '#model'
import { CHANNEL_CODES } from './channel.ts'

export const AUDIENCES = { public: '所有人', newStudents: '新生', students: '在校学生', staff: '教职工' } as const
export const contentStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    reviewing: { label: '待审核', tone: 'going' },
    scheduled: { label: '待发布', tone: 'attention' },
    published: { label: '已发布', tone: 'done' },
    expired: { label: '已到期', tone: 'over' },
    withdrawn: { label: '已撤回', tone: 'refused' },
  },
  {
    remove: ['draft', 'expired', 'withdrawn'],
    submit: ['draft', 'expired', 'withdrawn'],
    publish: ['reviewing'],
    sendBack: ['reviewing'],
    withdraw: ['draft', 'reviewing', 'scheduled', 'published'],
    pin: ['scheduled', 'published'],
  },
)
/** Fields that a revision keeps, and that the public sees only as they were approved. */
export const CONTENT = [
  ...['channelId', 'title', 'titleEn', 'titleTw', 'summary', 'summaryEn', 'summaryTw', 'body', 'bodyEn', 'bodyTw'],
  ...['cover', 'coverAlt', 'attachments', 'audience', 'sourceDeptId', 'contact', 'publishAt', 'expireAt'],
] as const
const TRADITIONAL = '不填由简体转换'

/** 内容: the row is what its editors are at; the public sees the approved revision that `liveNo` names. */
export const contentItem = entity(
  'site.contentItem',
  '内容',
  {
    channelId: ref('contentChannel', '栏目', { required: true }),
    title: text('标题', { required: true, max: 100, search: true, sortable: true }),
    titleEn: text('英文标题', { max: 200 }),
    titleTw: text('繁体标题', { max: 100, help: TRADITIONAL }),
    summary: text('摘要', { max: 200, multiline: true, help: '列表和搜索引擎显示它' }),
    summaryEn: text('英文摘要', { max: 400, multiline: true }),
    summaryTw: text('繁体摘要', { max: 200, multiline: true, help: TRADITIONAL }),
    body: rich('正文', { required: true, max: 100_000 }),
    bodyEn: rich('英文正文', { max: 100_000 }),
    bodyTw: rich('繁体正文', { max: 100_000, help: TRADITIONAL }),
    cover: files('封面', { maxFiles: 1, types: ['jpg', 'jpeg', 'png', 'webp'], mostMb: 20 }),
    coverAlt: text('封面替代文字', { max: 100, help: '看不到图片的人听到的是它' }),
    attachments: files('附件', { maxFiles: 10 }),
    audience: choice('对象', AUDIENCES, { required: true, initial: 'public' }),
    sourceDeptId: ref('department', '来源部门', { required: true }),
    contact: text('联系方式', { max: 60, help: '部门电话或办公地点；不写个人手机' }),
    publishAt: datetime('发布时间', { required: true, sortable: true, help: '可以定在以后，到时自动出现' }),
    expireAt: datetime('到期时间', { sortable: true, help: '过后不再显示；不填一直显示' }),
    pinnedUntil: datetime('置顶到', { readonly: true, sortable: true }),
    state: contentStates.field('状态', { initial: 'draft' }),
    lastNo: integer('版本', { required: true, readonly: true, initial: 0 }),
    liveNo: integer('线上版本', { readonly: true }),
    step: integer('已通过审核', { required: true, readonly: true, initial: 0 }),
    authorId: ref('user', '作者', { readonly: true }),
    reviewerId: ref('user', '审核人', { readonly: true }),
    reviewerIds: list('审核人', ref('user', '审核人'), { readonly: true, secret: 'internal' }),
    reviewNote: text('审核意见', { readonly: true, max: 500 }),
    checkNote: text('保留理由', { readonly: true, max: 300 }),
    withdrawReason: text('撤回理由', { readonly: true, max: 300 }),
    expiryTold: text('到期提醒', { readonly: true, max: 10, secret: 'internal' }),
    views: integer('浏览', { required: true, readonly: true, initial: 0, sortable: true }),
  },
  {
    title: 'title',
    scope: { user: 'authorId', department: 'sourceDeptId' },
    sort: ['-publishAt'],
    softDelete: true,
    filters: { 'channelId.code': choice('种类', CHANNEL_CODES) },
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      dates: '到期时间 {expireAt} 不晚于发布时间 {publishAt}',
      coverAlt: '请给封面写替代文字，看不到图片的人听到的是它',
      live: '“{title}”第 {no} 版还在网站上，请先撤回',
      noRevision: '“{title}”没有第 {no} 版',
      channel: '这一版的栏目已经删除，请改选栏目后再恢复',
    },
  },
)
/** 版本: what an item said after each change. */
export const contentRevision = entity(
  'site.contentRevision',
  '内容版本',
  {
    itemId: ref('contentItem', '内容', { required: true, readonly: true, isPart: true }),
    no: integer('版本', { required: true, readonly: true, sortable: true }),
    snapshot: json<Record<string, unknown>>('内容', { required: true, readonly: true, secret: 'internal' }),
    words: text('检索文字', { required: true, readonly: true, max: 1_000_000, secret: true }),
    byId: ref('user', '修改人', { readonly: true }),
  },
  {
    title: 'no',
    scope: { user: 'itemId.authorId', department: 'itemId.sourceDeptId' },
    unique: [['itemId', 'no']],
    sort: ['-no'],
    verbs: ['list'],
    appendOnly: true,
  },
)
