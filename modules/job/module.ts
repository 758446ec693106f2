import { defineModule } from '#model'
import { job, jobFailedOften, jobLog, previewCron, runJob } from './model/job.ts'

export default defineModule({
  code: 'job',
  name: '定时任务',
  entities: [job, jobLog],
  actions: [runJob, previewCron],
  messages: [jobFailedOften],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      children: [
        {
          title: '定时任务',
          icon: 'alarm-clock',
          children: [
            { title: '任务', path: '/job/jobs', component: 'job/JobPage', icon: 'alarm-clock', of: [job, runJob] },
            { title: '任务记录', path: '/job/logs', component: 'job/JobLogPage', icon: 'history', of: [jobLog] },
          ],
        },
      ],
    },
  ],
  grants: { admin: ['job:*'] },
})
