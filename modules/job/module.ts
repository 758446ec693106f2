import { defineModule } from '#model'
import { discardDeliveries, eventDelivery, retryDeliveries } from './model/event-delivery.ts'
import { job, jobFailedOften, jobLog, previewCron, runJob } from './model/job.ts'

export default defineModule({
  code: 'job',
  name: '定时任务',
  entities: [job, jobLog, eventDelivery],
  actions: [runJob, previewCron, retryDeliveries, discardDeliveries],
  messages: [jobFailedOften],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        {
          title: '定时任务',
          icon: 'alarm-clock',
          children: [
            { title: '定时任务', path: '/job/jobs', component: 'job/JobPage', icon: 'alarm-clock', of: [job, runJob] },
            { title: '任务记录', path: '/job/logs', component: 'job/JobLogPage', icon: 'history', of: [jobLog] },
            { title: '未处理事件', path: '/job/events', component: 'job/EventDeliveryPage', icon: 'mail-warning', of: [eventDelivery, retryDeliveries, discardDeliveries] },
          ],
        },
      ],
    },
  ],
  grants: { admin: ['job:*'] },
})
