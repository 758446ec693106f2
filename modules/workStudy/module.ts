import { defineModule } from '#model'
import hours from './hours/part.ts'
import posts from './posts/part.ts'
import wages from './wages/part.ts'

export default defineModule({
  code: 'workStudy',
  name: '勤工助学',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange', 'leave', 'money', 'hardship'],
  menus: [{ title: '勤工助学', icon: 'briefcase', domain: 'aid' }],
  parts: [
    posts,
    hours,
    wages, //
  ],
})
