import { defineModule } from '#model'
import { pointRequest } from './model/application.ts'
import { tsItem, tsRecorder } from './model/item.ts'
import { pointAccount, pointEntry, reversePoints } from './model/ledger.ts'
import { OBJECTION_MESSAGES, POINT_MESSAGES, WARNING_MESSAGES } from './model/messages.ts'
import { myPoints } from './model/my-points.ts'
import { TOTAL_SCORE_PARAMETERS } from './model/parameters.ts'
import './model/flow.ts'
import { answerObjection, objectToPoints, pointObjection } from './model/objection.ts'
import { pointApplication } from './model/point-application.ts'
import { pointImport } from './model/point-import.ts'
import { byRecorder, byStaff, recordActions } from './model/record-actions.ts'
import { schemeActions, tsCategory, tsScheme } from './model/scheme.ts'
import { pointStatistics } from './model/statistics.ts'
import { pointWarning, recordTalk, tsThreshold } from './model/threshold.ts'

const read = (of: string): string[] => [`totalScore:${of}:list`, `totalScore:${of}:export`]
const RULES = ['totalScore:tsScheme:list', 'totalScore:tsCategory:list', 'totalScore:tsThreshold:list', ...read('tsItem')]
const SHEETS = ['totalScore:pointImport:*']
const LEDGER = [pointStatistics.permission, ...read('pointEntry'), ...read('pointAccount')]
const ASKED = [...read('pointApplication'), ...read('pointObjection')]
const WARNED = [...ASKED, ...read('pointWarning'), 'totalScore:pointWarning:reveal', recordTalk.permission]
const KEEP = ['totalScore:tsScheme:*', 'totalScore:tsThreshold:*', 'totalScore:tsCategory:*', 'totalScore:tsItem:*', 'totalScore:tsRecorder:*']

/** 总分考核: points of conduct by term or year, and credits of the second classroom, on one ledger. */
export default defineModule({
  code: 'totalScore',
  name: '总分考核',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'evidence', 'growth'],
  entities: [tsScheme, tsCategory, tsItem, tsRecorder, pointAccount, pointEntry, tsThreshold, pointWarning, pointApplication, pointObjection, pointImport],
  subjects: [pointApplication],
  actions: [
    ...Object.values(pointRequest),
    objectToPoints,
    answerObjection,
    recordTalk,
    ...schemeActions,
    ...recordActions,
    reversePoints,
    myPoints,
    pointStatistics,
    pointStatistics.sheet,
  ],
  menus: [
    {
      title: '总分考核',
      icon: 'gauge',
      domain: 'growth',
      children: [
        { title: '考核方案', path: '/totalScore/schemes', component: 'totalScore/SchemePage', icon: 'list-tree', of: [tsScheme, tsCategory, tsThreshold, ...schemeActions] },
        { title: '考核项目', path: '/totalScore/items', component: 'totalScore/ItemPage', icon: 'list-checks', of: [tsItem, tsRecorder] },
        { title: '加减分登记', path: '/totalScore/record', component: 'totalScore/RecordPage', icon: 'clipboard-check', of: [byStaff.record] },
        { title: '加减分导入', path: '/totalScore/imports', component: 'totalScore/ImportPage', icon: 'file-check', of: [pointImport] },
        { title: '积分台账', path: '/totalScore/entries', component: 'totalScore/EntryPage', icon: 'book-open', of: [...read('pointEntry'), reversePoints] },
        { title: '加分审核', path: '/totalScore/applications', component: 'totalScore/ApplicationPage', icon: 'badge-check', of: read('pointApplication') },
        { title: '积分异议', path: '/totalScore/objections', component: 'totalScore/ObjectionPage', icon: 'scale', of: [...read('pointObjection'), answerObjection] },
        { title: '预警名单', path: '/totalScore/warnings', component: 'totalScore/WarningPage', icon: 'triangle-alert', of: [pointWarning, recordTalk] },
        { title: '成绩单', path: '/totalScore/accounts', component: 'totalScore/AccountPage', icon: 'scroll-text', of: read('pointAccount') },
        { title: '总分考核统计', path: '/totalScore/statistics', component: 'totalScore/StatisticsPage', icon: 'chart-column', of: [pointStatistics] },
        {
          title: '我的积分',
          path: '/totalScore/mine',
          component: 'totalScore/MinePage',
          icon: 'gauge',
          of: [myPoints, objectToPoints],
          own: 'student',
          service: { title: '我的积分', category: 'growth' },
        },
        { title: '我的加分申请', path: '/totalScore/requests', component: 'totalScore/RequestsPage', icon: 'badge-check', of: [pointRequest.apply], own: 'student' },
        { title: '申请加分', path: '/totalScore/apply', component: 'totalScore/ApplyPage', icon: 'file-check', of: [pointRequest.apply], own: 'student' },
        { title: '我的记分', path: '/totalScore/recorder', component: 'totalScore/RecorderPage', icon: 'clipboard-check', of: [byRecorder.record], own: 'everybody' },
      ],
    },
  ],
  messages: [...Object.values(POINT_MESSAGES), ...Object.values(WARNING_MESSAGES), ...Object.values(OBJECTION_MESSAGES)],
  events: ['totalScore.thresholdCrossed'],
  parameters: TOTAL_SCORE_PARAMETERS,
  grants: {
    officer: [...SHEETS, 'sheet:print:issue', answerObjection.permission, ...KEEP, ...LEDGER, ...WARNED, byStaff.record.permission, reversePoints.permission],
    league: [...SHEETS, 'sheet:print:issue', answerObjection.permission, ...KEEP, ...LEDGER, ...WARNED, byStaff.record.permission, reversePoints.permission],
    college: [...SHEETS, 'sheet:print:issue', answerObjection.permission, ...RULES, ...LEDGER, ...WARNED, byStaff.record.permission],
    fdy: [...RULES, ...SHEETS, ...LEDGER, ...WARNED, byStaff.record.permission],
    bzr: [...RULES, ...LEDGER, ...WARNED, byStaff.record.permission],
    teacher: [byRecorder.record.permission],
    dormManager: [byRecorder.record.permission],
    student: [byRecorder.record.permission, myPoints.permission, objectToPoints.permission, pointRequest.apply.permission],
  },
})
