import { defineModule } from '#model'
import access from './access/part.ts'
import allocation from './allocation/part.ts'
import changes from './changes/part.ts'
import charges from './charges/part.ts'
import checks from './checks/part.ts'
import claims from './claims/part.ts'
import holidays from './holidays/part.ts'
import nights from './nights/part.ts'
import overview from './overview/part.ts'
import places from './places/part.ts'
import stays from './stays/part.ts'
import temp from './temp/part.ts'

export default defineModule({
  code: 'dormitory',
  name: '宿舍',
  service: 'dorm',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave', 'outing', 'signIn'],
  menus: [{ title: '宿舍管理', icon: 'bed-double', domain: 'housing' }],
  // in the order of their menu entries; one a line, so that branches seldom meet
  parts: [
    places,
    stays,
    allocation,
    claims,
    changes,
    temp,
    nights,
    checks,
    holidays,
    charges,
    access,
    overview, //
  ],
  grants: { admin: ['dormitory:*'] },
})
