import { defineModule } from '#model'
import { errand, errandRound, errandRoundActions, handIn, handInAgain } from './model/errand.ts'

export default defineModule({
  code: 'errand',
  name: '外出办事',
  needs: ['workflow'],
  entities: [errand, errandRound],
  actions: [handIn, handInAgain, ...Object.values(errandRoundActions)],
  menus: [{ title: '外出办事', path: '/errand', component: 'errand/ErrandPage', of: [errand, errandRound, errandRoundActions.publish] }],
  grants: { officer: ['errand:*'], college: ['errand:errandRound:*'], fdy: ['errand:errand:list'] },
})
