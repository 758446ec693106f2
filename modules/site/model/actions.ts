import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { SITES } from './channel.ts'
import { contentStates } from './content-item.ts'

const id = ref('contentItem', '内容', { required: true })
const no = integer('版本', { required: true, min: 1 })
const VERSION = '“{title}”已经改到第 {last} 版，你看的是第 {no} 版，请重新打开'
export const FINDINGS = {
  idNo: '身份证号',
  mobile: '手机号',
  bankCard: '银行卡号',
  studentNo: '学号和姓名',
  word: '不宜使用的词',
  link: '打不开的链接',
  alt: '没有替代文字的图片',
} as const
export const finding = shape('问题', {
  kind: choice('问题', FINDINGS, { required: true }),
  text: text('原文', { required: true, max: 200, clear: 'an excerpt of what the editor wrote, with numbers partly hidden' }),
  count: integer('处', { required: true }),
})
export const checkContent = action('site.contentItem.findings', '检查内容', {
  method: 'GET',
  permission: 'site:contentItem:list',
  inScope: true,
  input: { id },
  output: { no, findings: list('问题', finding, { required: true }), checkNote: text('保留理由', { max: 300 }) },
})
export const submitContent = action('site.contentItem.submit', '提交审核', {
  inScope: true,
  input: { id, reason: text('保留理由', { max: 300, multiline: true, help: '检查出问题而仍要发布时写明，如“公示依据要求列出名单”' }) },
  output: { state: contentStates.field('状态') },
  refusals: {
    found: '内容里有{what}：{examples}。请修改；确需保留的写明理由',
    expired: '到期时间 {expireAt} 已经过去',
    channel: '栏目“{channel}”已停用',
  },
})
export const publishContent = action('site.contentItem.publish', '审核通过', {
  inScope: true,
  input: { id, no },
  output: { state: contentStates.field('状态'), left: integer('还要审核', { required: true }) },
  refusals: { own: '作者不能审核自己写的内容', again: '你已经审核过，下一步要换一个人', version: VERSION, expired: '到期时间 {expireAt} 已经过去' },
})
export const sendBackContent = action('site.contentItem.sendBack', '退回', {
  inScope: true,
  output: 'none',
  permission: 'site:contentItem:publish',
  input: { id, note: text('意见', { required: true, max: 500, multiline: true }) },
})
export const withdrawContent = action('site.contentItem.withdraw', '撤回', {
  inScope: true,
  output: 'none',
  input: { id, reason: text('理由', { required: true, max: 300, multiline: true }) },
  refusals: { notOut: '“{title}”不在网站上，也没有在审核' },
})
export const pinContent = action('site.contentItem.pin', '置顶', {
  inScope: true,
  output: 'none',
  input: { id, pinnedUntil: datetime('置顶到', { help: '不填取消置顶' }) },
  refusals: { past: '置顶到 {until} 已经过去' },
})
export const restoreContent = action('site.contentItem.restore', '恢复这一版', {
  inScope: true,
  input: { id, no },
  output: { no },
  refusals: { files: '这一版有 {n} 个附件已经删除，不能恢复' },
})
/** Two revisions of an item side by side; by default the newest and the one on the site. */
export const compareContent = action('site.contentItem.compare', '比较版本', {
  method: 'GET',
  permission: 'site:contentItem:list',
  inScope: true,
  input: { id, no: integer('版本', { min: 1 }), with: integer('对照版本', { min: 1 }) },
  output: {
    no,
    with: integer('对照版本', { required: true }),
    last: integer('最新版本', { required: true }),
    changes: list('不同', shape('不同', { field: text('字段', { required: true, max: 60 }), before: text('对照', { max: 200_000 }), after: text('内容', { max: 200_000 }) }), {
      required: true,
    }),
  },
})
/** An address of the public pages as they will be, for a day. */
export const previewContent = action('site.contentItem.preview', '预览', {
  method: 'GET',
  permission: 'site:contentItem:list',
  inScope: true,
  input: { id },
  output: {
    address: text('地址', { required: true, max: 400, clear: 'a path on this server' }),
    hours: integer('小时', { required: true }),
    site: choice('网站', SITES, { required: true }),
    isTimed: bool('定时', { required: true }),
  },
})
export const contentActions = [checkContent, submitContent, publishContent, sendBackContent, withdrawContent, pinContent, restoreContent, compareContent, previewContent] as const
