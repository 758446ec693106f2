import { defineModule } from '#model'
import { till, tillEntry } from './model/till.ts'

export default defineModule({
  code: 'till',
  name: '钱箱',
  entities: [till, tillEntry],
  menus: [{ title: '钱箱', path: '/till', component: 'till/TillPage', of: [till, tillEntry] }],
  grants: { officer: ['till:*'] },
})
