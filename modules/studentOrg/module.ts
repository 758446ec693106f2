import { defineModule } from '#model'
import * as appoint from './model/appointment.ts'
import './model/flow.ts'
import { ORG_MESSAGES } from './model/messages.ts'
import * as orgs from './model/org.ts'
import { PARAMETERS } from './model/parameters.ts'
import { orgPost, orgUnit } from './model/post.ts'
import { orgTerm } from './model/term.ts'

const read = (of: string): string[] => [`studentOrg:${of}:list`, `studentOrg:${of}:export`]
const { studentOrg } = orgs
const READ = [...read('studentOrg'), ...read('orgUnit'), ...read('orgPost'), ...read('orgTerm'), ...read('orgAppointment')]
const APPOINT = [appoint.propose.permission, appoint.finishAppointment.permission]
const KEEP = [
  ...READ,
  'studentOrg:studentOrg:add',
  'studentOrg:studentOrg:update',
  'studentOrg:studentOrg:remove',
  orgs.endOrg.permission,
  'studentOrg:orgUnit:*',
  'studentOrg:orgPost:*',
  'studentOrg:orgTerm:*',
  ...APPOINT,
]

/** 学生组织: unions, committees and branches; which posts they have. */
export default defineModule({
  code: 'studentOrg',
  name: '学生组织',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'league'],
  entities: [studentOrg, orgUnit, orgPost, orgTerm, appoint.orgAppointment],
  subjects: [appoint.orgAppointment],
  actions: [...orgs.orgActions, ...appoint.appointmentActions],
  events: ['studentOrg.postBegun', 'studentOrg.postEnded'],
  optionalEvents: ['discipline.effective'],
  messages: Object.values(ORG_MESSAGES),
  parameters: PARAMETERS,
  menus: [
    {
      title: '学生组织',
      icon: 'network',
      domain: 'growth',
      children: [
        {
          title: '组织',
          path: '/studentOrg/orgs',
          component: 'studentOrg/OrgPage',
          icon: 'network',
          of: [studentOrg, orgs.publishOrg, orgs.allowBreach, orgs.endOrg, orgs.makeForClasses],
        },
        { title: '组织部门', path: '/studentOrg/units', component: 'studentOrg/UnitPage', icon: 'list-tree', of: [orgUnit] },
        { title: '岗位', path: '/studentOrg/posts', component: 'studentOrg/PostPage', icon: 'users', of: [orgPost, appoint.propose] },
        { title: '届次', path: '/studentOrg/terms', component: 'studentOrg/TermPage', icon: 'calendar-range', of: [orgTerm] },
        { title: '任职', path: '/studentOrg/appointments', component: 'studentOrg/AppointmentPage', icon: 'user-check', of: [appoint.orgAppointment, appoint.finishAppointment] },
        { title: '改革自查', path: '/studentOrg/selfCheck', component: 'studentOrg/SelfCheckPage', icon: 'list-checks', of: [orgs.selfCheck] },
      ],
    },
  ],
  grants: {
    league: ['studentOrg:studentOrg:*', ...KEEP],
    officer: READ,
    college: KEEP,
    fdy: [...READ, orgs.makeForClasses.permission, 'studentOrg:orgTerm:add', 'studentOrg:orgTerm:update', ...APPOINT],
    teacher: READ,
    student: [appoint.myOrgs.permission],
  },
})
