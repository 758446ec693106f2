import { definePart } from '#model'
import { appealActions, submitAppeal } from './model/actions.ts'
import { appeal } from './model/appeal.ts'
import { APPEAL_MESSAGES } from './model/messages.ts'

const READ = ['discipline:appeal:list', 'discipline:appeal:export', 'discipline:appeal:reveal', 'discipline:appeal:review']
/** Appeals to the school's committee, and what follows from its conclusion. */
export default definePart({
  code: 'appeals',
  needs: ['cases', 'force'],
  entities: [appeal],
  subjects: [appeal],
  actions: appealActions,
  menus: [{ title: '申诉管理', path: '/discipline/appeals', component: 'discipline/AppealPage', icon: 'megaphone', of: READ }],
  messages: Object.values(APPEAL_MESSAGES),
  grants: { officer: READ, student: [submitAppeal.permission] },
})
