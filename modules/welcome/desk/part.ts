import { definePart } from '#model'
import { addCall, board, confirmScan, deskActions } from './model/actions.ts'
import { welcomeCall } from './model/call.ts'
import { DESK_MESSAGES } from './model/messages.ts'
import { DESK_PARAMETERS } from './model/parameters.ts'
import { reportStatistics } from './model/report-statistics.ts'
import { welcomeScan } from './model/scan.ts'

const SCAN = confirmScan.permission
const CALLS = ['welcome:welcomeCall:list', 'welcome:welcomeCall:export', addCall.permission]
const SCANS = ['welcome:welcomeScan:list', 'welcome:welcomeScan:export']

/** Scanning at points, the board, and calls to those who have not arrived. */
export default definePart({
  code: 'desk',
  needs: ['steps'],
  entities: [welcomeScan, welcomeCall],
  subjects: [welcomeScan],
  actions: [...deskActions, reportStatistics],
  menus: [
    { title: '现场办理', path: '/welcomes/desk', component: 'welcome/DeskPage', icon: 'scan-line', of: [confirmScan] },
    { title: '进度看板', path: '/welcomes/board', component: 'welcome/BoardPage', icon: 'chart-column', of: [board] },
    { title: '报到统计', path: '/welcomes/statistics', component: 'welcome/ReportStatisticsPage', icon: 'chart-column', of: [reportStatistics] },
    { title: '未到联系', path: '/welcomes/calls', component: 'welcome/CallPage', icon: 'phone-call', of: CALLS, brings: ['welcome:welcomeMember:list'] },
    { title: '扫码记录', path: '/welcomes/scans', component: 'welcome/ScanPage', icon: 'history', of: SCANS },
  ],
  pages: [{ path: '/welcome/code', title: '我的迎新码', component: 'welcome/MyCodePage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(DESK_MESSAGES),
  parameters: DESK_PARAMETERS,
  grants: {
    admissions: [SCAN, ...SCANS, ...CALLS],
    officer: [SCAN, ...SCANS],
    college: [SCAN, ...SCANS, ...CALLS],
    fdy: [SCAN, ...SCANS, ...CALLS],
    teacher: [SCAN],
  },
})
