import { defineModule } from '#model'
import clubs from './clubs/part.ts'
import events from './events/part.ts'
import records from './records/part.ts'

/** 校友: who studied here, whom one may contact, what they give and how it is used. */
export default defineModule({
  code: 'alumni',
  name: '校友',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'fee'],
  ports: { claimAlumnusPage: '/alumni/claim' },
  menus: [{ title: '校友工作', icon: 'graduation-cap', domain: 'enrolment' }],
  parts: [records, clubs, events],
})
