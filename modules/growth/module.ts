import { defineModule } from '#model'
import { growthCap } from './model/cap.ts'
import { growthEntry, reverseEntry } from './model/entry.ts'
import { checkManual, growthManual, manualActions } from './model/manual.ts'
import { GROWTH_MESSAGES } from './model/messages.ts'
import { myLedger } from './model/my-ledger.ts'
import { growthObjection } from './model/objection.ts'
import { objecting } from './model/objection-application.ts'
import { GROWTH_PARAMETERS } from './model/parameters.ts'
import { growthStatistics } from './model/statistics.ts'

const READ = ['growth:growthEntry:list', 'growth:growthEntry:export', 'growth:growthObjection:list', 'growth:growthObjection:export', growthStatistics.permission]
const KEEP = [...READ, 'growth:growthManual:*', reverseEntry.permission, checkManual.permission]

const PRINT = 'sheet:print:issue'
/** 成长台账: hours and points earned outside lessons, with what counts of them. */
export default defineModule({
  code: 'growth',
  name: '成长台账',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  entities: [growthEntry, growthCap, growthManual, growthObjection],
  subjects: [growthEntry, growthManual, growthObjection],
  actions: [reverseEntry, ...manualActions, ...Object.values(objecting), myLedger, growthStatistics, growthStatistics.sheet],
  events: ['growth.posted', 'growth.reversed', 'growth.recounted'],
  messages: Object.values(GROWTH_MESSAGES),
  parameters: GROWTH_PARAMETERS,
  todoKinds: { growthManualCheck: '补录复核' },
  menus: [
    {
      title: '成长台账',
      icon: 'notebook-pen',
      domain: 'growth',
      children: [
        {
          title: '我的成长台账',
          path: '/growth/mine',
          component: 'growth/MinePage',
          icon: 'notebook-pen',
          of: [myLedger, objecting.apply],
          own: 'student',
          service: { title: '成长台账', category: 'growth' },
        },
        { title: '成长记录', path: '/growth/entries', component: 'growth/EntryPage', icon: 'list-ordered', of: [growthEntry, reverseEntry] },
        { title: '补录复核', path: '/growth/manual', component: 'growth/ManualPage', icon: 'file-check', of: [growthManual, checkManual] },
        { title: '成长记录异议', path: '/growth/objections', component: 'growth/ObjectionPage', icon: 'stamp', of: [growthObjection] },
        { title: '计入上限', path: '/growth/caps', component: 'growth/CapPage', icon: 'list-checks', of: [growthCap] },
        { title: '成长统计', path: '/growth/statistics', component: 'growth/StatisticsPage', icon: 'chart-column', of: [growthStatistics] },
      ],
    },
  ],
  grants: {
    officer: [PRINT, ...KEEP, 'growth:growthCap:*'],
    league: [PRINT, ...KEEP, 'growth:growthCap:*'],
    college: [
      PRINT,
      ...READ,
      'growth:growthManual:list',
      'growth:growthManual:add',
      'growth:growthManual:update',
      'growth:growthManual:remove',
      'growth:growthManual:import',
      'growth:growthManual:export',
    ],
    fdy: READ,
    bzr: READ,
    student: [myLedger.permission, objecting.apply.permission],
  },
})
