import { definePart } from '#model'
import { donorReport, makeCertificates, myAwards, recordActions, revokeAward } from './model/actions.ts'
import { awardRecord } from './model/award-record.ts'
import { RECORD_MESSAGES } from './model/messages.ts'
import { awardStatistics } from './model/statistics.ts'

const RECORD = 'award:awardRecord'
const READ = [`${RECORD}:list`, `${RECORD}:export`]
/** What was awarded: history, certificates, revocation, statistics. */
export default definePart({
  code: 'records',
  needs: ['items'],
  entities: [awardRecord],
  actions: [...recordActions, awardStatistics, awardStatistics.sheet],
  menus: [
    { title: '获奖档案', path: '/award/records', component: 'award/RecordPage', icon: 'files', of: [awardRecord, revokeAward, makeCertificates] },
    { title: '捐赠奖助', path: '/award/donors', component: 'award/DonorPage', icon: 'hand-heart', of: [donorReport] },
    { title: '获奖统计', path: '/award/statistics', component: 'award/StatisticsPage', icon: 'chart-column', of: [awardStatistics] },
    {
      title: '我的获奖',
      path: '/award/certificates',
      component: 'award/MyAwardsPage',
      icon: 'badge-check',
      of: [myAwards],
      own: 'student',
      service: { title: '我的获奖', category: 'growth' },
    },
  ],
  messages: Object.values(RECORD_MESSAGES),
  events: ['award.granted', 'award.revoked'],
  grants: {
    officer: [`${RECORD}:*`, 'exchange:exportProfile:make', 'exchange:exportProfile:list', 'sheet:print:issue'],
    college: [...READ, awardStatistics.permission],
    fdy: READ,
    bzr: READ,
    student: [myAwards.permission],
  },
})
