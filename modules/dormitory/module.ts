import { defineModule, type Grants } from '#model'
import { access } from './model/access/index.ts'
import { arrears } from './model/arrears/index.ts'
import { change } from './model/change/index.ts'
import { check } from './model/check/index.ts'
import { claim } from './model/claim/index.ts'
import { damage } from './model/damage/index.ts'
import { holiday } from './model/holiday/index.ts'
import { moveIn } from './model/move-in/index.ts'
import { night } from './model/night/index.ts'
import { presort } from './model/presort/index.ts'
import { screens } from './model/screens/index.ts'
import { setup } from './model/setup/index.ts'
import { stay } from './model/stay/index.ts'
import { temp } from './model/temp/index.ts'

/** In menu order; one per line to avoid merge conflicts. */
const PARTS = [
  setup,
  stay,
  moveIn,
  presort,
  claim,
  change,
  temp,
  night,
  check,
  holiday,
  arrears,
  damage,
  access,
  screens, //
]
/** Merges the grants of all parts by role. */
function grants(): Grants {
  const made: Record<string, string[]> = { admin: ['dormitory:*'] }
  for (const part of PARTS) for (const [role, keys] of Object.entries(part.grants ?? {})) made[role] = [...(made[role] ?? []), ...keys]
  return made
}

export default defineModule({
  code: 'dormitory',
  name: '宿舍',
  service: 'dorm',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave', 'outing', 'signIn'],
  entities: PARTS.flatMap(p => p.entities ?? []),
  subjects: PARTS.flatMap(p => p.subjects ?? []),
  actions: PARTS.flatMap(p => p.actions ?? []),
  menus: [{ title: '宿舍管理', icon: 'bed-double', children: PARTS.flatMap(p => p.menus ?? []) }],
  pages: PARTS.flatMap(p => p.pages ?? []),
  screens: PARTS.flatMap(p => p.screens ?? []),
  messages: PARTS.flatMap(p => p.messages ?? []),
  todoKinds: Object.assign({}, ...PARTS.map(p => p.todoKinds ?? {})),
  widgets: PARTS.flatMap(p => p.widgets ?? []),
  events: [
    'dormitory.alertClosed',
    'dormitory.alertOpened',
    'dormitory.civilisedAwarded',
    'dormitory.departed',
    'dormitory.lodgingUsed',
    'dormitory.nightResult',
    'dormitory.passage',
    'dormitory.presenceChanged',
    'dormitory.roomChanged',
    'dormitory.stayCheckedIn',
    'dormitory.stayEnded',
    'dormitory.stayReleased',
    'dormitory.stayReserved',
    'dormitory.tempLocationChanged',
    'dormitory.violationConfirmed',
    'dormitory.violationReferred',
    'dormitory.weekScored',
  ],
  optionalEvents: ['fee.arrearsChanged', 'fee.deferralChanged', 'fee.paid', 'fee.refunded', 'offCampus.begun', 'offCampus.changed', 'offCampus.ended'],
  grants: grants(),
  parameters: Object.assign({}, ...PARTS.map(p => p.parameters ?? {})),
})
