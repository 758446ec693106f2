import { defineModule } from '#model'
import grades from './grades/part.ts'

export default defineModule({
  code: 'cqa',
  name: '综合测评',
  needs: ['system', 'campus', 'student', 'workflow'],
  menus: [{ title: '综合测评', icon: 'award', domain: 'growth' }],
  parts: [grades],
})
