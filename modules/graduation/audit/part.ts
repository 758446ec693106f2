import { definePart } from '#model'
import { approveAudits, auditActions, auditStatistics, closeBatch, decideAudits, myAudit } from './model/actions.ts'
import { graduationAudit } from './model/audit.ts'
import { batchActions, graduationBatch } from './model/batch.ts'
import { graduationItem, graduationMark } from './model/item.ts'
import { GRADUATION_MESSAGES } from './model/messages.ts'
import { AUDIT_PARAMETERS } from './model/parameters.ts'

/** Listed one by one: students see their own by a page of their own. */
const LIST = ['graduation:graduationAudit:list', 'graduation:graduationAudit:export']
const MARKS = 'graduation:graduationMark'
const BATCHES = 'graduation:graduationBatch'

/** Who may graduate: the batch with its items, what they suggest, what people decide, the public notice, and the closing. */
export default definePart({
  code: 'audit',
  entities: [graduationItem, graduationMark, graduationBatch, graduationAudit],
  actions: [...auditActions, ...Object.values(batchActions)],
  menus: [
    {
      title: '毕业审核',
      path: '/graduation/audits',
      component: 'graduation/AuditPage',
      icon: 'list-checks',
      of: [...LIST, decideAudits, approveAudits, graduationBatch, batchActions.publish, closeBatch],
    },
    { title: '事项结果', path: '/graduation/marks', component: 'graduation/MarkPage', icon: 'file-check', of: [graduationMark] },
    { title: '毕业事项', path: '/graduation/items', component: 'graduation/ItemPage', icon: 'tags', of: [graduationItem] },
    { title: '毕业统计', path: '/graduation/statistics', component: 'graduation/StatisticsPage', icon: 'chart-column', of: [auditStatistics] },
    {
      title: '我的毕业',
      path: '/graduation/mine',
      component: 'graduation/MyGraduationPage',
      icon: 'graduation-cap',
      of: [myAudit],
      own: 'student',
      service: { title: '毕业离校', category: 'study' },
    },
  ],
  messages: Object.values(GRADUATION_MESSAGES),
  parameters: AUDIT_PARAMETERS,
  events: ['student.graduated'],
  grants: {
    officer: [...LIST, decideAudits.permission, approveAudits.permission, `${BATCHES}:*`, `${MARKS}:*`, 'graduation:graduationItem:*', auditStatistics.permission],
    college: [
      ...LIST,
      decideAudits.permission,
      `${BATCHES}:list`,
      `${MARKS}:list`,
      `${MARKS}:add`,
      `${MARKS}:update`,
      `${MARKS}:import`,
      `${MARKS}:export`,
      auditStatistics.permission,
    ],
    fdy: [...LIST, `${BATCHES}:list`, `${MARKS}:list`],
    student: [myAudit.permission],
  },
})
