import { definePart } from '#model'
import { mySheet } from '../sheets/model/actions.ts'
import { collegeScore, fdyScore, selfScore, stageActions } from './model/actions.ts'
import { cqaGroup } from './model/group.ts'
import { CQA_MESSAGES, STAGE_MESSAGES } from './model/messages.ts'

const PRINT = 'sheet:print:issue'
/** The stages of scoring: the student, the group of the class, the counsellor, the college. */
export default definePart({
  code: 'stages',
  needs: ['schemes', 'sheets'],
  entities: [cqaGroup],
  actions: stageActions,
  menus: [
    { title: '测评小组', path: '/cqa/groups', component: 'cqa/GroupPage', icon: 'users-round', of: [cqaGroup, PRINT] },
    { title: '辅导员审核', path: '/cqa/review', component: 'cqa/ReviewPage', icon: 'list-checks', of: [fdyScore] },
    { title: '学院确认', path: '/cqa/confirm', component: 'cqa/ConfirmPage', icon: 'stamp', of: [collegeScore] },
    { title: '我的测评', path: '/cqa/mine', component: 'cqa/MySheetPage', icon: 'award', of: [mySheet], own: 'student', service: { title: '综合测评', category: 'growth' } },
    { title: '小组评分', path: '/cqa/group', component: 'cqa/GroupScoresPage', icon: 'clipboard-check', of: [selfScore], own: 'student' },
  ],
  messages: [...Object.values(CQA_MESSAGES), ...Object.values(STAGE_MESSAGES)],
  grants: {
    officer: ['cqa:cqaGroup:list', 'cqa:cqaGroup:export'],
    college: ['cqa:cqaGroup:list', 'cqa:cqaGroup:export', collegeScore.permission],
    fdy: ['cqa:cqaGroup:*', fdyScore.permission],
    bzr: ['cqa:cqaGroup:list', fdyScore.permission],
    student: [selfScore.permission],
  },
})
