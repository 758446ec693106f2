import { defineModule } from '#model'
import * as act from './model/actions.ts'
import { certApplication } from './model/application.ts'
import { certCatalog } from './model/cert-catalog.ts'
import { certListRow } from './model/cert-list-row.ts'
import { certReward } from './model/cert-reward.ts'
import { certStatistics } from './model/statistics.ts'
import './model/flow.ts'
import { majorCert } from './model/major-cert.ts'
import { CERT_MESSAGES, MISSING_MESSAGE } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { studentCert } from './model/student-cert.ts'

/** Listed one by one: students have pages of their own. */
const CERTS = ['certificate:studentCert:list', 'certificate:studentCert:export']
const CATALOG = ['certificate:certCatalog:list', 'certificate:certCatalog:export', 'certificate:majorCert:list', 'certificate:majorCert:export']
const DECIDE = [act.verifyBatch, act.rejectBatch, act.revokeCert, act.settleClaim].map(a => a.permission)

export default defineModule({
  code: 'certificate',
  name: '技能证书',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'money'],
  entities: [certCatalog, majorCert, studentCert, certListRow, certReward],
  subjects: [studentCert],
  actions: act.certActions,
  menus: [
    {
      title: '技能证书',
      icon: 'badge-check',
      domain: 'growth',
      children: [
        {
          title: '我的证书',
          path: '/certificate/mine',
          component: 'certificate/MyCertsPage',
          icon: 'badge-check',
          of: [certApplication.apply],
          own: 'student',
          service: { title: '技能证书', category: 'study' },
        },
        { title: '登记证书', path: '/certificate/add', component: 'certificate/AddCertPage', icon: 'file-check', of: [certApplication.apply], own: 'student' },
        {
          title: '证书审核',
          path: '/certificate/certs',
          component: 'certificate/CertPage',
          icon: 'badge-check',
          of: [...CERTS, act.verifyBatch, act.rejectBatch, act.revokeCert, act.settleClaim],
        },
        { title: '名单核验', path: '/certificate/lists', component: 'certificate/ListPage', icon: 'file-spreadsheet', of: [certListRow] },
        { title: '奖励发放', path: '/certificate/rewards', component: 'certificate/RewardPage', icon: 'wallet', of: [certReward, act.generateReward, act.settleRecovery] },
        { title: '证书统计', path: '/certificate/statistics', component: 'certificate/StatisticsPage', icon: 'chart-column', of: [certStatistics] },
        { title: '专业证书要求', path: '/certificate/majors', component: 'certificate/MajorCertPage', icon: 'list-checks', of: [majorCert] },
        { title: '证书目录', path: '/certificate/catalog', component: 'certificate/CatalogPage', icon: 'list-ordered', of: [certCatalog] },
      ],
    },
  ],
  messages: [...Object.values(CERT_MESSAGES), ...Object.values(MISSING_MESSAGE)],
  parameters: PARAMETERS,
  todoKinds: { certMissing: '必考证书' },
  events: ['certificate.verified', 'certificate.revoked'],
  grants: {
    officer: [
      ...CERTS,
      ...DECIDE,
      act.generateReward.permission,
      certStatistics.permission,
      'certificate:certReward:*',
      'certificate:certCatalog:*',
      'certificate:majorCert:*',
      'certificate:certListRow:*',
    ],
    college: [...CERTS, ...DECIDE, certStatistics.permission, ...CATALOG],
    finance: [...CERTS, act.settleRecovery.permission, 'certificate:certReward:list', 'certificate:certReward:export'],
    fdy: [...CERTS, certStatistics.permission, ...CATALOG, act.settleClaim.permission],
    bzr: CERTS,
    student: [certApplication.apply.permission],
  },
})
