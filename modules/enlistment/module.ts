import { defineModule } from '#model'
import * as act from './model/actions.ts'
import { militaryAid } from './model/aid.ts'
import { aidApplication, enlistApplication } from './model/application.ts'
import './model/flow.ts'
import { AID_MESSAGES, ENLIST_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { enlistRecord } from './model/record.ts'
import { enlistTarget } from './model/target.ts'

/** Listed one by one: students have pages of their own. */
const read = (of: string): string[] => [`enlistment:${of}:list`, `enlistment:${of}:export`]
const RECORDS = [...read('enlistRecord'), 'enlistment:enlistRecord:reveal']
const AIDS = [...read('militaryAid'), 'enlistment:militaryAid:reveal']
const MOVE = [act.enterPapers, act.advanceStage, act.endPath].map(a => a.permission)
const PRINT = 'sheet:print:issue'
const OWN = [enlistApplication.apply, aidApplication.apply, act.setFamily]

export default defineModule({
  code: 'enlistment',
  name: '参军入伍',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange', 'money', 'fee', 'loan', 'standing'],
  entities: [enlistRecord, militaryAid, enlistTarget],
  subjects: [enlistRecord, militaryAid],
  actions: act.enlistActions,
  menus: [
    {
      title: '参军入伍',
      icon: 'shield',
      domain: 'aid',
      children: [
        {
          title: '我的参军',
          path: '/enlistment/mine',
          component: 'enlistment/MyPathPage',
          icon: 'shield',
          of: [act.myPath],
          own: 'student',
          service: { title: '参军入伍', category: 'study' },
        },
        { title: '应征登记', path: '/enlistment/apply', component: 'enlistment/EnlistPage', icon: 'user-plus', of: OWN, own: 'student' },
        { title: '申请参军资助', path: '/enlistment/aids/apply', component: 'enlistment/AidApplyPage', icon: 'hand-heart', of: [aidApplication.apply], own: 'student' },
        { title: '我的参军资助', path: '/enlistment/aids/mine', component: 'enlistment/MyAidsPage', icon: 'wallet', of: [aidApplication.apply], own: 'student' },
        {
          title: '应征与服役',
          path: '/enlistment/records',
          component: 'enlistment/RecordPage',
          icon: 'shield',
          of: [...RECORDS, enlistApplication.applyFor, act.enterPapers, act.advanceStage, act.endPath, act.confirmReturn, PRINT],
        },
        {
          title: '资助申请',
          path: '/enlistment/aids',
          component: 'enlistment/AidPage',
          icon: 'hand-heart',
          of: [...AIDS, act.stateTuition, act.reportAid, act.fundAid, act.payAid, act.recoverAid, act.dropRecovery, PRINT],
        },
        { title: '资助测算', path: '/enlistment/estimate', component: 'enlistment/EstimatePage', icon: 'gauge', of: [act.estimateAid] },
        { title: '征兵任务', path: '/enlistment/targets', component: 'enlistment/TargetPage', icon: 'flag', of: [enlistTarget] },
        { title: '参军统计', path: '/enlistment/statistics', component: 'enlistment/StatisticsPage', icon: 'chart-column', of: [act.enlistStatistics] },
      ],
    },
  ],
  messages: [...Object.values(ENLIST_MESSAGES), ...Object.values(AID_MESSAGES)],
  parameters: PARAMETERS,
  events: ['enlistment.stageChanged'],
  grants: {
    officer: [
      ...RECORDS,
      ...AIDS,
      ...MOVE,
      ...[enlistApplication.applyFor, act.confirmReturn, act.estimateAid, act.reportAid, act.dropRecovery, act.enlistStatistics].map(a => a.permission),
      'enlistment:enlistTarget:*',
      PRINT,
    ],
    college: [...RECORDS, ...AIDS, act.estimateAid.permission, act.enlistStatistics.permission, 'enlistment:enlistTarget:list'],
    fdy: [...RECORDS, ...AIDS, ...MOVE.slice(0, 1), enlistApplication.applyFor.permission, act.estimateAid.permission],
    finance: [...AIDS, ...[act.estimateAid, act.stateTuition, act.fundAid, act.payAid, act.recoverAid].map(a => a.permission)],
    student: [enlistApplication.apply.permission, aidApplication.apply.permission],
  },
})
