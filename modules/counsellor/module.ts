import { defineModule } from '#model'
import evaluation from './evaluation/part.ts'
import file from './file/part.ts'
import log from './log/part.ts'
import talks from './talks/part.ts'
import tasks from './tasks/part.ts'

/** 辅导员工作: who the counsellors are, what they do, and how they are evaluated. */
export default defineModule({
  code: 'counsellor',
  name: '辅导员工作',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  menus: [{ title: '辅导员工作', icon: 'user-check', domain: 'daily' }],
  parts: [file, log, talks, tasks, evaluation],
})
