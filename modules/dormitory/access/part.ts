import { definePart } from '#model'
import { accessAlert } from './model/access-alert.ts'
import { accessDevice, accessEvent, accessPerson } from './model/access-event.ts'
import { alertActions, alertDesk, alertStatistics, closeAlerts, exportAlerts, LOOK_IN, NIGHTS, recompute, saveLimits } from './model/alert-actions.ts'
import { createDevice, deviceActions, exportPassages, myPassages, passages, quarantineList, renewDeviceSecret } from './model/device-actions.ts'
import { ACCESS_MESSAGES } from './model/messages.ts'
import { ACCESS_PARAMETERS } from './model/parameters.ts'
import { dormVisitor, dutyLog } from './model/visitor.ts'
import { handOver, registerVisitor, visitorActions } from './model/visitor-actions.ts'

const DESK = ['dormitory:accessAlert:desk', NIGHTS]
const HANDLE = [...DESK, 'dormitory:accessAlert:close', 'dormitory:accessAlert:export', 'dormitory:accessAlert:statistics', 'dormitory:accessEvent:passages']
const HOUSE = ['dormitory:dormVisitor:*', 'dormitory:dutyLog:*']

/** Door passages and their anomalies, visitors, and duty logs. */
export default definePart({
  code: 'access',
  needs: ['places', 'stays'],
  entities: [accessDevice, accessPerson, accessEvent, accessAlert, dormVisitor, dutyLog],
  actions: [...deviceActions, ...alertActions, ...visitorActions],
  menus: [
    { title: '我的出入', path: '/dormitory/access/mine', component: 'dormitory/MyPassagePage', icon: 'door-open', of: [myPassages], own: 'student' },
    {
      title: '安全门禁',
      icon: 'shield-check',
      children: [
        {
          title: '门禁提醒',
          path: '/dormitory/access/alerts',
          component: 'dormitory/AlertPage',
          icon: 'alarm-clock',
          of: [alertDesk, NIGHTS, LOOK_IN, closeAlerts, exportAlerts, recompute],
        },
        {
          title: '通行记录',
          path: '/dormitory/access/passages',
          component: 'dormitory/PassagePage',
          icon: 'history',
          of: [passages, exportPassages, 'dormitory:accessEvent:import'],
        },
        { title: '门禁统计', path: '/dormitory/access/statistics', component: 'dormitory/AccessStatisticsPage', icon: 'chart-column', of: [alertStatistics, saveLimits] },
        {
          title: '访客',
          path: '/dormitory/access/visitors',
          component: 'dormitory/VisitorPage',
          icon: 'contact',
          of: [dormVisitor, registerVisitor],
          service: { title: '访客登记', category: 'life' },
        },
        { title: '值班记录', path: '/dormitory/access/duty', component: 'dormitory/DutyPage', icon: 'notebook-pen', of: [dutyLog, handOver] },
        { title: '门禁设备', path: '/dormitory/access/devices', component: 'dormitory/DevicePage', icon: 'router', of: [accessDevice, createDevice, renewDeviceSecret] },
        { title: '待核对记录', path: '/dormitory/access/quarantine', component: 'dormitory/QuarantinePage', icon: 'search', of: [quarantineList] },
        { title: '人员编号', path: '/dormitory/access/numbers', component: 'dormitory/PersonNoPage', icon: 'id-card', of: [accessPerson] },
      ],
    },
  ],
  messages: Object.values(ACCESS_MESSAGES),
  parameters: ACCESS_PARAMETERS,
  events: ['dormitory.alertClosed', 'dormitory.alertOpened', 'dormitory.passage'],
  grants: {
    officer: [
      ...HANDLE,
      'dormitory:accessAlert:recompute',
      'dormitory:accessAlert:saveLimits',
      'dormitory:accessEvent:*',
      'dormitory:accessDevice:*',
      'dormitory:accessPerson:*',
      ...HOUSE,
    ],
    college: HANDLE,
    fdy: [...HANDLE, LOOK_IN],
    bzr: DESK,
    dormManager: [
      ...DESK,
      'dormitory:accessAlert:recompute',
      'dormitory:accessAlert:statistics',
      'dormitory:accessEvent:passages',
      'dormitory:accessDevice:list',
      'dormitory:accessDevice:export',
      ...HOUSE,
    ],
    psychologist: ['dormitory:accessAlert:desk', 'dormitory:accessAlert:close', LOOK_IN],
    student: ['dormitory:accessEvent:mine'],
  },
})
