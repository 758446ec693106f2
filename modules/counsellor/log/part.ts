import { definePart } from '#model'
import { commentWork, confirmDrafts, discardDrafts, followedUp, logActions, logWork, myWork, talkCoverage, workProgress, workStatistics } from './model/actions.ts'
import { LOG_MESSAGES } from './model/messages.ts'
import { LOG_PARAMETERS } from './model/parameters.ts'
import { workLog } from './model/work-log.ts'
import { workQuota } from './model/work-quota.ts'

const READ = ['counsellor:workLog:list', 'counsellor:workLog:export', 'counsellor:workQuota:list', talkCoverage.permission, workProgress.permission, workStatistics.permission]
const WRITE = [logWork, confirmDrafts, discardDrafts, followedUp, myWork].map(a => a.permission)
/** A counsellor prints their own log book. */
const PRINT = 'sheet:print:issue'
const OWN = [...READ, ...WRITE, 'counsellor:workLog:update', 'counsellor:workLog:remove']
/** Work logs of counsellors, what is asked of them, and whom they have talked to. */
export default definePart({
  code: 'log',
  needs: ['file'],
  entities: [workLog, workQuota],
  actions: logActions,
  menus: [
    { title: '写日志', path: '/counsellor/work', component: 'counsellor/MyWorkPage', icon: 'notebook-pen', of: [myWork, logWork, confirmDrafts, discardDrafts, followedUp] },
    { title: '工作日志', path: '/counsellor/logs', component: 'counsellor/WorkLogPage', icon: 'scroll-text', of: [workLog, commentWork] },
    { title: '谈话覆盖', path: '/counsellor/coverage', component: 'counsellor/TalkCoveragePage', icon: 'message-square', of: [talkCoverage] },
    { title: '工作定额', path: '/counsellor/quotas', component: 'counsellor/WorkQuotaPage', icon: 'list-checks', of: [workQuota, workProgress] },
    { title: '工作统计', path: '/counsellor/work-statistics', component: 'counsellor/WorkStatisticsPage', icon: 'chart-column', of: [workStatistics] },
  ],
  messages: Object.values(LOG_MESSAGES),
  parameters: LOG_PARAMETERS,
  optionalEvents: ['dormitory.nightResult', 'family.contacted', 'leave.approved', 'leave.changed', 'signIn.occurrenceSettled', 'warning.caseHandled'],
  todoKinds: { workDrafts: '工作日志' },
  grants: {
    officer: [...READ, commentWork.permission, 'counsellor:workQuota:*'],
    college: [...READ, commentWork.permission],
    fdy: [...OWN, PRINT],
    bzr: OWN,
  },
})
