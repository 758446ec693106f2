import { defineModule } from '#model'
import grades from './grades/part.ts'
import results from './results/part.ts'
import schemes from './schemes/part.ts'
import sheets from './sheets/part.ts'
import stages from './stages/part.ts'
import wall from './wall/part.ts'

export default defineModule({
  code: 'cqa',
  name: '综合测评',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'evidence'],
  menus: [{ title: '综合测评', icon: 'award', domain: 'growth' }],
  parts: [grades, schemes, sheets, stages, results, wall],
})
