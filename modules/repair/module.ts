import { defineModule } from '#model'
import * as apply from './model/apply-actions.ts'
import * as dispatch from './model/dispatch-actions.ts'
import { helpedOneself, repairOutage, repairType, repairUrgency, typeTree } from './model/faults.ts'
import { countStock, moveStock, myBag, repairMaterial, repairStock, stockMove } from './model/material.ts'
import { REPAIR_MESSAGES, STOCK_MESSAGES } from './model/messages.ts'
import { repairOrder } from './model/order.ts'
import { PARAMETERS } from './model/parameters.ts'
import { APPLY, DISPATCH, KEEP, WORK } from './model/permissions.ts'
import { repairScore } from './model/score.ts'
import { workSheet } from './model/sheet.ts'
import { repairStatistics } from './model/statistics.ts'
import * as work from './model/work-actions.ts'
import { repairSkill, repairTeam } from './model/workers.ts'

const order = (...verbs: string[]): string[] => verbs.map(verb => `repair:repairOrder:${verb}`)
/** What a dispatcher of some buildings needs. */
const LISTS = ['repair:workSheet:list', 'repair:workSheet:export', 'repair:repairScore:list', 'repair:repairScore:export', 'repair:repairOutage:list']
const DISPATCHER = [APPLY, DISPATCH, ...order('list', 'export', 'reveal', 'applyFor', 'statistics'), ...LISTS]
const SETTINGS = ['repairType', 'repairUrgency', 'repairTeam', 'repairSkill', 'repairOutage', 'repairMaterial', 'repairStock', 'stockMove'].map(of => `repair:${of}:*`)

export default defineModule({
  code: 'repair',
  name: '报修',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'dormitory', 'fee'],
  entities: [repairUrgency, repairTeam, repairType, repairSkill, repairOutage, repairOrder, workSheet, repairScore, repairMaterial, repairStock, stockMove],
  subjects: [repairOrder],
  actions: [
    ...[typeTree, helpedOneself, moveStock, countStock, myBag, repairStatistics, repairStatistics.sheet],
    ...[apply, dispatch, work].flatMap(actions => Object.values(actions)),
  ],
  menus: [
    {
      title: '报修管理',
      icon: 'wrench',
      domain: 'housing',
      children: [
        {
          title: '我要报修',
          own: 'everybody',
          path: '/repair/apply',
          component: 'repair/ApplyPage',
          icon: 'notebook-pen',
          of: [APPLY],
          service: { title: '报修', category: 'life', first: 5, isShortcut: true },
        },
        {
          title: '我的工单',
          own: 'everybody',
          path: '/repair/work',
          component: 'repair/WorkPage',
          icon: 'map-pin',
          of: [WORK],
          service: { title: '维修工单', category: 'life', first: 1 },
        },
        { title: '报修申请', path: '/repair/orders', component: 'repair/OrderPage', icon: 'clipboard-list', of: [repairOrder, apply.applyForCaller] },
        { title: '派单', path: '/repair/dispatch', component: 'repair/DispatchPage', icon: 'user-check', of: [DISPATCH], service: { title: '报修派单', category: 'life' } },
        { title: '工单', path: '/repair/sheets', component: 'repair/SheetPage', icon: 'layers', of: [workSheet] },
        { title: '完工确认', path: '/repair/confirm', component: 'repair/ConfirmPage', icon: 'badge-check', of: [...order('list'), dispatch.decideCharge] },
        { title: '维修材料', path: '/repair/materials', component: 'repair/MaterialPage', icon: 'database', of: [repairMaterial, repairStock, stockMove, KEEP] },
        { title: '报修类型', path: '/repair/types', component: 'repair/TypePage', icon: 'list-tree', of: [repairType] },
        { title: '紧急程度', path: '/repair/urgencies', component: 'repair/UrgencyPage', icon: 'clock', of: [repairUrgency] },
        { title: '维修人员', path: '/repair/workers', component: 'repair/WorkerPage', icon: 'users', of: [repairSkill, repairTeam] },
        { title: '停用通知', path: '/repair/outages', component: 'repair/OutagePage', icon: 'megaphone', of: [repairOutage] },
        { title: '报修统计', path: '/repair/statistics', component: 'repair/StatisticsPage', icon: 'chart-column', of: [repairStatistics] },
        { title: '维修评价', path: '/repair/scores', component: 'repair/ScorePage', icon: 'star', of: [repairScore] },
      ],
    },
  ],
  messages: Object.values({ ...REPAIR_MESSAGES, ...STOCK_MESSAGES }),
  events: ['repair.orderChanged'],
  grants: {
    admin: ['repair:*'],
    officer: [...DISPATCHER, ...SETTINGS, ...order('decideCharge')],
    dormManager: [...DISPATCHER, 'repair:repairType:list', 'repair:repairSkill:list'],
    repairer: [WORK],
    ...Object.fromEntries(['student', 'teacher', 'fdy', 'bzr', 'college'].map(role => [role, [APPLY]])),
  },
  parameters: PARAMETERS,
})
