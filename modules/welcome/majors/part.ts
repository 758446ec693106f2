import { definePart } from '#model'
import { majorAdjustment } from './model/adjustment.ts'
import { majorActions, majorApplication, simulate } from './model/application.ts'
import { batchActions, batchQuota, majorAdjustBatch } from './model/batch.ts'
import './model/flow.ts'
import { MAJOR_MESSAGES } from './model/messages.ts'

const LIST = ['welcome:majorAdjustBatch:list', 'welcome:majorAdjustment:list', 'welcome:majorAdjustment:export']

/** Another major for new students, before they are enrolled. */
export default definePart({
  code: 'majors',
  needs: ['steps', 'dorm'],
  entities: [majorAdjustBatch, majorAdjustment],
  subjects: [majorAdjustment],
  actions: [...majorActions, ...Object.values(batchActions), ...Object.values(batchQuota)],
  menus: [
    { title: '新生专业调整', path: '/welcomes/majors', component: 'welcome/MajorPage', icon: 'shuffle', of: [majorAdjustBatch, majorAdjustment, simulate] },
    { title: '申请专业调整', hidden: true, of: [majorApplication.apply] },
  ],
  pages: [{ path: '/welcome/major', title: '专业调整', component: 'welcome/MyMajorPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(MAJOR_MESSAGES),
  grants: {
    admissions: ['welcome:majorAdjustBatch:*', ...LIST, 'welcome:majorAdjustment:reveal'],
    officer: LIST,
    college: LIST,
    newStudent: [majorApplication.apply.permission],
  },
})
