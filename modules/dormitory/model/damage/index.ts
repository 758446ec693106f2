import type { Part } from '../part.ts'
import { damageActions, decideDamage, myDamages, recordDamage } from './actions.ts'
import { dormDamage } from './damage.ts'
import { DAMAGE_MESSAGES } from './messages.ts'
import { DAMAGE_PARAMETERS } from './parameters.ts'

const READ = ['dormitory:dormDamage:list', 'dormitory:dormDamage:export']
const RUN = [...READ, recordDamage.permission, decideDamage.permission]

/** Damages are charged at cost: with photos, notice first, open to objection. */
export const damage: Part = {
  entities: [dormDamage],
  actions: damageActions,
  menus: [{ title: '损坏赔偿', path: '/dormitory/damages', component: 'dormitory/DamagePage', icon: 'hammer', of: RUN }],
  messages: Object.values(DAMAGE_MESSAGES),
  todoKinds: { damageObjection: '损坏赔偿异议' },
  parameters: DAMAGE_PARAMETERS,
  grants: { officer: RUN, dormManager: RUN, finance: READ, college: READ, fdy: READ, student: [myDamages.permission] },
}
