import { definePart } from '#model'
import { acceptOffer, applicant, applicantBoard, applicationActions, giveOpinion, offerPost, postApplication, postApplying } from './model/application.ts'
import { endEngagement, engagement, engagementActions, quitPost, rateWork } from './model/engagement.ts'
import './model/flow.ts'
import { postInterview } from './model/interview.ts'
import { POST_MESSAGES } from './model/messages.ts'
import { POST_PARAMETERS } from './model/parameters.ts'
import { hall, postActions, publishPost, setConditions, workPost } from './model/post.ts'
import { employUnit, unitActions } from './model/unit.ts'

const read = (of: string): string[] => [`workStudy:${of}:list`, `workStudy:${of}:export`]
const UNIT = ['workStudy:employUnit:list', 'workStudy:employUnit:add', 'workStudy:employUnit:update', 'workStudy:employUnit:submit', 'workStudy:employUnit:remove']
const POST = [...read('workPost'), 'workStudy:workPost:add', 'workStudy:workPost:update', 'workStudy:workPost:remove', publishPost.permission]
const MANAGE = rateWork.permission
const APPLICATIONS = [...read('postApplication'), giveOpinion.permission]

/** Units and their posts, who applies, who is offered a seat and takes it. */
export default definePart({
  code: 'posts',
  entities: [employUnit, workPost, postInterview, postApplication, engagement],
  subjects: [engagement, workPost],
  actions: [...unitActions, ...postActions, ...applicationActions, ...engagementActions],
  menus: [
    {
      title: '岗位大厅',
      path: '/workStudy/hall',
      component: 'workStudy/HallPage',
      icon: 'layout-grid',
      of: [hall, postApplying.apply],
      own: 'student',
      service: { title: '勤工助学岗位', category: 'money' },
    },
    { title: '用工单位', path: '/workStudy/units', component: 'workStudy/UnitPage', icon: 'building-2', of: [employUnit, ...unitActions] },
    { title: '岗位审核', path: '/workStudy/posts', component: 'workStudy/PostPage', icon: 'briefcase', of: [workPost, publishPost, setConditions] },
    { title: '应聘看板', path: '/workStudy/applicants', component: 'workStudy/BoardPage', icon: 'clipboard-list', of: [applicantBoard, applicant, offerPost, postInterview] },
    { title: '应聘', path: '/workStudy/applications', component: 'workStudy/ApplicationPage', icon: 'user-plus', of: [...APPLICATIONS] },
    { title: '在岗', path: '/workStudy/engagements', component: 'workStudy/EngagementPage', icon: 'users', of: [...read('engagement'), MANAGE, endEngagement] },
  ],
  messages: Object.values(POST_MESSAGES),
  parameters: POST_PARAMETERS,
  events: ['workStudy.postOpened', 'workStudy.engaged', 'workStudy.ended'],
  grants: {
    officer: [
      'workStudy:employUnit:*',
      ...POST,
      setConditions.permission,
      'workStudy:postInterview:*',
      ...APPLICATIONS,
      offerPost.permission,
      ...read('engagement'),
      MANAGE,
      endEngagement.permission,
    ],
    employer: [...UNIT, ...POST, 'workStudy:postInterview:*', offerPost.permission, 'workStudy:postApplication:list', ...read('engagement'), MANAGE],
    college: [...read('workPost'), ...APPLICATIONS, ...read('engagement')],
    fdy: [...APPLICATIONS, ...read('engagement')],
    student: [hall.permission, acceptOffer.permission, quitPost.permission],
  },
})
