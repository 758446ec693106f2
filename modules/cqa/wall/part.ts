import { definePart } from '#model'
import { COMPARISON_SCREEN, PROGRESS_SCREEN } from './model/big-screens.ts'

const SCREENS = [PROGRESS_SCREEN, COMPARISON_SCREEN]
const PERMISSIONS = SCREENS.map(s => s.permission)
/** The big screens of an evaluation: how far it is, and how its results compare. */
export default definePart({
  code: 'wall',
  needs: ['schemes', 'sheets', 'stages', 'results'],
  screens: SCREENS,
  menus: SCREENS.map(({ title, permission }) => ({ title, hidden: true, of: [permission] })),
  pages: [
    { path: PROGRESS_SCREEN.path, title: PROGRESS_SCREEN.title, component: 'cqa/ProgressScreenPage', access: 'open', frame: 'bare' },
    { path: COMPARISON_SCREEN.path, title: COMPARISON_SCREEN.title, component: 'cqa/ComparisonScreenPage', access: 'open', frame: 'bare' },
  ],
  grants: { officer: PERMISSIONS, college: PERMISSIONS },
})
