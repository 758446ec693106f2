import { defineModule } from '#model'
import * as act from './model/actions.ts'
import { reissueApplication } from './model/application.ts'
import { cardBatch } from './model/card-batch.ts'
import { cardKind } from './model/card-kind.ts'
import { cardReissue } from './model/card-reissue.ts'
import './model/flow.ts'
import { CARD_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { reissueStatistics } from './model/statistics.ts'

/** Listed one by one: students have pages of their own. */
const CARDS = ['cardReissue:cardReissue:list', 'cardReissue:cardReissue:export']
const { permission: handOut } = act.handOut

export default defineModule({
  code: 'cardReissue',
  name: '证卡补办',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'standing', 'photo', 'fee'],
  entities: [cardKind, cardBatch, cardReissue],
  subjects: [cardReissue],
  actions: act.reissueActions,
  parameters: PARAMETERS,
  menus: [
    {
      title: '证卡补办',
      icon: 'contact',
      domain: 'daily',
      children: [
        {
          title: '我的补办',
          path: '/cardReissue/mine',
          component: 'cardReissue/MinePage',
          icon: 'contact',
          of: [reissueApplication.apply],
          own: 'student',
          service: { title: '证卡补办', category: 'life' },
        },
        { title: '申请补办证卡', path: '/cardReissue/apply', component: 'cardReissue/ApplyPage', icon: 'contact', of: [reissueApplication.apply], own: 'student' },
        { title: '补办审核', path: '/cardReissue/cards', component: 'cardReissue/CardPage', icon: 'clipboard-check', of: [...CARDS, act.retryLoss, act.settleLoss] },
        { title: '领取登记', path: '/cardReissue/handOut', component: 'cardReissue/HandOutPage', icon: 'scan-line', of: [handOut] },
        {
          title: '制证批次',
          path: '/cardReissue/batches',
          component: 'cardReissue/BatchPage',
          icon: 'layers',
          of: [cardBatch, act.makeBatch, act.startBatch, act.enterNumber, act.finishBatch, act.packBatch],
        },
        { title: '补办统计', path: '/cardReissue/statistics', component: 'cardReissue/StatisticsPage', icon: 'chart-column', of: [reissueStatistics] },
        { title: '证卡类型', path: '/cardReissue/kinds', component: 'cardReissue/KindPage', icon: 'list-ordered', of: [cardKind] },
      ],
    },
  ],
  messages: Object.values(CARD_MESSAGES),
  todoKinds: { railRules: '火车票优惠办法' },
  events: ['card.invalidated', 'card.issued'],
  grants: {
    officer: [...CARDS, 'cardReissue:cardBatch:*', 'cardReissue:cardKind:*', act.retryLoss.permission, act.settleLoss.permission, handOut, reissueStatistics.permission],
    college: [...CARDS, reissueStatistics.permission],
    fdy: [...CARDS, handOut, reissueStatistics.permission],
    bzr: CARDS,
    student: [reissueApplication.apply.permission],
  },
})
