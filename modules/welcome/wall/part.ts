import { definePart } from '#model'
import { WELCOME_SCREEN } from './model/big-screen.ts'

const { path, title, permission } = WELCOME_SCREEN

/** The big screen of the days of arrival. */
export default definePart({
  code: 'wall',
  needs: ['steps', 'arrivals', 'desk', 'green'],
  screens: [WELCOME_SCREEN],
  menus: [{ title, hidden: true, of: [permission] }],
  pages: [{ path, title, component: 'welcome/WelcomeScreenPage', access: 'open', frame: 'bare' }],
  grants: { admissions: [permission], officer: [permission] },
})
