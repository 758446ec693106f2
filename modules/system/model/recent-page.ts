import { action, datetime, entity, ref, text } from '#model'

const path = text('地址', { required: true, max: 200 })
/** A page that a person opened last: the menu and Ctrl K show it on all their devices. */
export const recentPage = entity(
  'system.recentPage',
  '最近打开的页面',
  { userId: ref('user', '用户', { required: true }), path, openedAt: datetime('打开时间', { required: true, sortable: true }) },
  { title: 'path', scope: { user: 'userId' }, unique: [['userId', 'path']], sort: ['-openedAt'], verbs: [] },
)
/** The reader's own, newest first. */
export const recentPages = action('system.recentPage.mine', '最近打开的页面', { method: 'GET', access: 'signedIn', output: { path }, many: true })
export const noteOpening = action('system.recentPage.note', '记下打开的页面', { access: 'signedIn', input: { path }, output: 'none' })
