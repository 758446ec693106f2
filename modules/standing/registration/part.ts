import { definePart } from '#model'
import { registerFor, registerSelf, registrationActions } from './model/actions.ts'
import { batchActions, batchPreview, registrationBatch } from './model/batch.ts'
import { registrationDeferral } from './model/deferral.ts'
import { deferralApplication } from './model/deferral-application.ts'
import './model/deferral-flow.ts'
import { REGISTRATION_MESSAGES } from './model/messages.ts'
import { REGISTRATION_PARAMETERS } from './model/parameters.ts'
import { registrationRecord } from './model/record.ts'

/** Listed one by one: students hold permissions of their own, with pages of their own. */
const LIST = ['standing:registrationRecord:list', 'standing:registrationRecord:export', 'standing:registrationDeferral:list', 'standing:registrationDeferral:export']
const BATCHES = 'standing:registrationBatch:*'

/** Registration of each term: self-registration, the counsellor's scan, deferral, and who may be withdrawn. */
export default definePart({
  code: 'registration',
  entities: [registrationBatch, registrationRecord, registrationDeferral],
  subjects: [registrationDeferral],
  actions: [...registrationActions, ...Object.values(batchActions), ...Object.values(batchPreview), ...Object.values(deferralApplication)],
  menus: [
    { title: '学期注册', path: '/standing/registrations', component: 'standing/RegistrationPage', icon: 'badge-check', of: [registrationBatch, ...LIST, registerFor] },
    {
      title: '我的注册',
      path: '/standing/registration',
      component: 'standing/MyRegistrationPage',
      icon: 'badge-check',
      of: [registerSelf],
      own: 'student',
      service: { title: '学期注册', category: 'study' },
    },
    { title: '申请暂缓注册', path: '/standing/defer', component: 'standing/DeferPage', icon: 'calendar-clock', of: [deferralApplication.apply], own: 'student' },
    { title: '我的暂缓注册', path: '/standing/deferrals', component: 'standing/MyDeferralsPage', icon: 'calendar-clock', of: [deferralApplication.apply], own: 'student' },
  ],
  messages: Object.values(REGISTRATION_MESSAGES),
  parameters: REGISTRATION_PARAMETERS,
  events: ['student.registered'],
  optionalEvents: ['fee.arrearsChanged', 'fee.deferralChanged', 'fee.paid'],
  grants: {
    officer: [BATCHES, ...LIST, registerFor.permission],
    college: ['standing:registrationBatch:list', ...LIST, registerFor.permission],
    fdy: ['standing:registrationBatch:list', ...LIST, registerFor.permission],
    bzr: ['standing:registrationBatch:list', 'standing:registrationRecord:list'],
    student: [registerSelf.permission, deferralApplication.apply.permission],
  },
})
