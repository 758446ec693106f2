import { defineModule } from '#model'
import arrival from './arrival/part.ts'
import review from './review/part.ts'
import roll from './roll/part.ts'

export default defineModule({
  code: 'admission',
  name: '录取与入学',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'standing'],
  menus: [{ title: '录取与入学', icon: 'user-plus', domain: 'student' }],
  parts: [roll, arrival, review],
})
