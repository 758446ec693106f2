import { defineModule } from '#model'
import { GROWTH_SCREEN } from './model/big-screen.ts'

const { path, title, permission } = GROWTH_SCREEN

/** 成长大屏: what students of the school do and achieve outside lessons, on one wall. */
export default defineModule({
  code: 'growthWall',
  name: '成长大屏',
  needs: ['system', 'campus', 'student', 'evidence', 'growth', 'labour', 'certificate', 'activity'],
  screens: [GROWTH_SCREEN],
  menus: [{ title, icon: 'award', domain: 'growth', children: [{ title, hidden: true, of: [permission] }] }],
  pages: [{ path, title, component: 'growthWall/GrowthScreenPage', access: 'open', frame: 'bare' }],
  grants: { officer: [permission], league: [permission], college: [permission] },
})
