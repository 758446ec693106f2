import { defineModule } from '#model'
import * as act from './model/actions.ts'
import { subsidyApplication, subsidyApply } from './model/application.ts'
import { batchActions, batchQualify, subsidyBatch } from './model/batch.ts'
import './model/flow.ts'
import { subsidyGrant } from './model/grant.ts'
import { subsidyItem } from './model/item.ts'
import { SUBSIDY_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { subsidyStatistics } from './model/statistics.ts'

const read = (of: string): string[] => [`subsidy:${of}:list`, `subsidy:${of}:export`]
const APPLICATIONS = read('subsidyApplication')
const REVEAL = 'subsidy:subsidyApplication:reveal'
const GRANTS = read('subsidyGrant')
const ITEMS = read('subsidyItem')
const BATCHES = read('subsidyBatch')
const LIST = [act.previewList, act.makeGrants, act.removePerson].map(a => a.permission)
const RUN = [act.suspendGrant, act.resumeGrant, act.payMonth].map(a => a.permission)
const WATCH = [act.aidOverview.permission, act.fundForecast.permission, subsidyStatistics.permission]
const PRINT = 'sheet:print:issue'
const PROFILES = ['exchange:exportProfile:list', 'exchange:exportProfile:make', 'exchange:exportLog:list', 'exchange:exportLog:again']

export default defineModule({
  code: 'subsidy',
  name: '资助补助',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange', 'money', 'fee', 'hardship'],
  entities: [subsidyItem, subsidyBatch, subsidyApplication, subsidyGrant],
  subjects: [subsidyApplication],
  actions: [
    ...Object.values(subsidyApply),
    ...Object.values(batchActions),
    ...Object.values(batchQualify),
    ...act.grantActions,
    ...[act.setAmount, act.previewBatch, act.publiciseBatch, act.grantBatch, act.aidOverview, act.fundForecast],
    ...[subsidyStatistics, subsidyStatistics.sheet],
  ],
  menus: [
    {
      title: '资助补助',
      icon: 'hand-heart',
      domain: 'aid',
      children: [
        {
          title: '我要求助',
          path: '/subsidy/apply',
          component: 'subsidy/ApplyPage',
          icon: 'hand-heart',
          of: [subsidyApply.apply],
          own: 'student',
          service: { title: '申请资助', category: 'money' },
        },
        { title: '我的资助申请', path: '/subsidy/mine', component: 'subsidy/MinePage', icon: 'clipboard-list', of: [subsidyApply.apply], own: 'student' },
        {
          title: '资助申请',
          path: '/subsidy/applications',
          component: 'subsidy/ApplicationPage',
          icon: 'clipboard-list',
          of: [...APPLICATIONS, REVEAL, subsidyApply.applyFor, act.setAmount, PRINT],
        },
        { title: '资助批次', path: '/subsidy/batches', component: 'subsidy/BatchPage', icon: 'layers', of: [subsidyBatch, act.publiciseBatch, act.grantBatch] },
        { title: '名单生成', path: '/subsidy/lists', component: 'subsidy/ListPage', icon: 'list-checks', of: LIST },
        { title: '资助记录', path: '/subsidy/grants', component: 'subsidy/GrantPage', icon: 'hand-heart', of: [...GRANTS, ...RUN, act.recoverGrant] },
        { title: '资助全景', path: '/subsidy/overview', component: 'subsidy/OverviewPage', icon: 'users', of: [act.aidOverview] },
        { title: '经费预测', path: '/subsidy/forecast', component: 'subsidy/ForecastPage', icon: 'chart-column', of: [act.fundForecast] },
        { title: '资助统计', path: '/subsidy/statistics', component: 'subsidy/StatisticsPage', icon: 'chart-column', of: [subsidyStatistics] },
        { title: '资助项目', path: '/subsidy/items', component: 'subsidy/ItemPage', icon: 'settings', of: [subsidyItem] },
      ],
    },
  ],
  messages: Object.values(SUBSIDY_MESSAGES),
  parameters: PARAMETERS,
  events: ['subsidy.granted', 'subsidy.ended'],
  grants: {
    officer: [
      ...[...APPLICATIONS, REVEAL, ...GRANTS, ...LIST, ...RUN, ...WATCH, PRINT, ...PROFILES],
      ...['subsidy:subsidyItem:*', 'subsidy:subsidyBatch:*'],
      ...[subsidyApply.applyFor, act.setAmount, act.recoverGrant].map(a => a.permission),
    ],
    college: [
      ...APPLICATIONS,
      REVEAL,
      ...GRANTS,
      ...ITEMS,
      ...BATCHES,
      act.setAmount.permission,
      act.aidOverview.permission,
      subsidyStatistics.permission,
      subsidyApply.applyFor.permission,
      PRINT,
    ],
    fdy: [...APPLICATIONS, REVEAL, ...GRANTS, ...ITEMS, ...BATCHES, act.aidOverview.permission, subsidyApply.applyFor.permission],
    finance: [...APPLICATIONS, ...GRANTS, ...ITEMS, ...BATCHES, ...WATCH, ...PROFILES, act.recoverGrant.permission],
    student: [subsidyApply.apply.permission],
  },
})
