import { defineModule } from '#model'
import * as actions from './model/actions.ts'
import * as logs from './model/logs.ts'
import * as messages from './model/messages.ts'

export default defineModule({
  code: 'audit',
  name: '日志与审计',
  included: 'background', // the audit is sealed for every school
  needs: ['system', 'campus', 'student'],
  entities: [logs.loginLog, logs.operationLog, logs.auditLog, logs.errorLog, logs.auditCheck],
  actions: [actions.reportError, actions.verifyNow, actions.readersOf, actions.readersOfMe, actions.logStatistics],
  ports: { reportError: actions.reportError },
  messages: [messages.auditBroken, messages.unusualUse],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        {
          title: '日志与审计',
          icon: 'scroll-text',
          children: [
            { title: '登录日志', path: '/audit/logins', component: 'audit/LoginLogPage', icon: 'log-in', of: [logs.loginLog] },
            { title: '操作日志', path: '/audit/operations', component: 'audit/OperationLogPage', icon: 'history', of: [logs.operationLog] },
            { title: '审计', path: '/audit/audits', component: 'audit/AuditLogPage', icon: 'shield-check', of: [logs.auditLog, actions.readersOf] },
            { title: '审计校验', path: '/audit/checks', component: 'audit/AuditCheckPage', icon: 'link', of: [logs.auditCheck, actions.verifyNow] },
            { title: '错误日志', path: '/audit/errors', component: 'audit/ErrorLogPage', icon: 'bug', of: [logs.errorLog] },
            { title: '日志统计', path: '/audit/statistics', component: 'audit/StatisticsPage', icon: 'chart-column', of: [actions.logStatistics] },
          ],
        },
      ],
    },
  ],
  grants: { admin: ['audit:*'], auditAdmin: ['audit:*'] },
})
