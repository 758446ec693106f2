import { action, bool, datetime, list, ref, shape, text } from '#model'

const head = {
  id: ref('contentItem', '内容', { required: true }),
  title: text('标题', { required: true, max: 200 }),
  summary: text('摘要', { max: 400 }),
  channel: text('栏目', { required: true, max: 60 }),
  department: text('来源部门', { required: true, max: 60 }),
  publishAt: datetime('发布时间', { required: true }),
  isPinned: bool('置顶', { required: true }),
} as const
/** What is on the website now for everybody, and for new students, students or staff as the reader is one. */
export const myContent = action('site.contentItem.mine', '学校公告', { method: 'GET', access: 'signedIn', input: {}, many: true, output: head })
export const readContent = action('site.contentItem.read', '看公告', {
  method: 'GET',
  access: 'signedIn',
  input: { id: ref('contentItem', '内容', { required: true }) },
  output: {
    ...head,
    body: text('正文', { required: true, max: 200_000 }),
    contact: text('联系方式', { max: 60 }),
    attachments: list('附件', shape('附件', { id: text('文件', { required: true, max: 36 }), name: text('文件名', { required: true, max: 255 }) }), { required: true }),
  },
  refusals: { notMine: '没有这条公告，或它已经到期、撤回' },
})
