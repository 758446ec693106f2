import { defineModule } from '#model'
import entry from './entry/part.ts'
import result from './result/part.ts'
import seating from './seating/part.ts'

export default defineModule({
  code: 'exam',
  name: '单招和专升本考试',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'fee', 'photo', 'admission'],
  menus: [{ title: '招生考试', icon: 'clipboard-pen', domain: 'enrolment' }],
  parts: [entry, seating, result],
})
