import { definePart } from '#model'
import { pastPunishment } from './model/past-punishment.ts'

/** Punishments decided before the school kept its cases here. */
export default definePart({
  code: 'history',
  needs: ['cases', 'force'],
  entities: [pastPunishment],
  subjects: [pastPunishment],
  menus: [
    { title: '历史处分', path: '/discipline/history', component: 'discipline/PastPunishmentPage', icon: 'history', of: [pastPunishment, 'discipline:pastPunishment:reveal'] },
  ],
  grants: { officer: ['discipline:pastPunishment:*'] },
})
