import { defineModule } from '#model'
import arrivals from './arrivals/part.ts'
import desk from './desk/part.ts'
import dorm from './dorm/part.ts'
import goods from './goods/part.ts'
import green from './green/part.ts'
import information from './information/part.ts'
import majors from './majors/part.ts'
import relatives from './relatives/part.ts'
import steps from './steps/part.ts'
import verify from './verify/part.ts'
import wall from './wall/part.ts'

export default defineModule({
  code: 'welcome',
  name: '迎新',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'admission', 'dormitory', 'fee', 'standing'],
  menus: [{ title: '迎新', icon: 'ticket', domain: 'enrolment' }],
  parts: [steps, information, arrivals, desk, green, dorm, goods, verify, majors, wall, relatives],
})
