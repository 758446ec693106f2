import { definePart } from '#model'
import { awardForms, batchVerbs, nominateAward, nominationActions } from './model/actions.ts'
import { awardApplied, giveProof, openAwards, ownAchievements } from './model/application.ts'
import { awardApplication } from './model/application-row.ts'
import { awardBatch, batchActions } from './model/batch.ts'
import { quotaActions } from './model/quota-actions.ts'
import { castVote, openVote, voteActions } from './model/vote-actions.ts'
import './model/flow.ts'
import { AWARD_MESSAGES } from './model/messages.ts'
import { AWARD_PARAMETERS } from './model/parameters.ts'
import { awardQuota } from './model/quota.ts'
import { awardVote } from './model/vote.ts'

const CASE = 'award:awardApplication'
const READ = [`${CASE}:list`, `${CASE}:export`]
const QUOTA = ['award:awardQuota:list', 'award:awardQuota:export']
/** A round of awards: applying, ranking within quotas, voting, notices, granting. */
export default definePart({
  code: 'batches',
  needs: ['items', 'records'],
  entities: [awardBatch, awardQuota, awardApplication, awardVote],
  subjects: [awardApplication],
  actions: [
    ...Object.values(batchActions),
    ...batchVerbs,
    awardForms,
    ...quotaActions,
    ...nominationActions,
    ...voteActions,
    ...Object.values(awardApplied),
    openAwards,
    ownAchievements,
    giveProof,
  ],
  menus: [
    { title: '评奖批次', path: '/award/batches', component: 'award/BatchPage', icon: 'calendar-range', of: [awardBatch, ...batchVerbs] },
    { title: '名额分配', path: '/award/quotas', component: 'award/QuotaPage', icon: 'scale', of: [awardQuota] },
    { title: '申报审核', path: '/award/cases', component: 'award/CasePage', icon: 'list-checks', of: [...READ, nominateAward, openVote] },
    { title: '评审投票', path: '/award/votes', component: 'award/VotePage', icon: 'clipboard-check', of: [castVote] },
    {
      title: '评奖申报',
      path: '/award/offers',
      component: 'award/OffersPage',
      icon: 'award',
      of: [openAwards],
      own: 'student',
      service: { title: '评奖评优', category: 'growth' },
    },
    { title: '申报奖项', path: '/award/apply', component: 'award/ApplyPage', icon: 'clipboard-pen', of: [openAwards], own: 'student' },
    { title: '我的评奖申报', path: '/award/mine', component: 'award/MinePage', icon: 'file-text', of: [openAwards], own: 'student' },
  ],
  messages: Object.values(AWARD_MESSAGES),
  parameters: AWARD_PARAMETERS,
  optionalEvents: ['discipline.effective', 'discipline.revoked'],
  grants: {
    officer: ['award:awardBatch:*', ...QUOTA, ...READ, nominateAward.permission, castVote.permission],
    college: ['award:awardBatch:list', ...QUOTA, ...READ, nominateAward.permission, castVote.permission, 'sheet:print:issue'],
    fdy: ['award:awardBatch:list', ...READ, castVote.permission],
    bzr: ['award:awardBatch:list', ...READ, castVote.permission],
    teacher: [castVote.permission],
    student: [awardApplied.apply.permission],
  },
})
