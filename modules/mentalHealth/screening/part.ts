import { definePart } from '#model'
import { importResults } from './model/import-results.ts'
import { confirmLevel, dismissProposal, findResults, mhInterview, recordInterview, resultActions } from './model/interview.ts'
import { SCREENING_MESSAGES } from './model/messages.ts'
import { SCREENING_PARAMETERS } from './model/parameters.ts'
import { mhResult } from './model/result.ts'
import { mhScale } from './model/scale.ts'
import { mhScreening, screeningRound } from './model/screening.ts'
import { answerScreening, mhTurnout, screeningForm, turnoutActions, turnoutTask } from './model/turnout.ts'

/** How many of each class have responded; nothing of what they said. */
const WATCH = ['mentalHealth:mhScreening:list', turnoutTask.board.permission]
/** Screenings by scales. Who may read results is named verb by verb: no role has the module as a whole. */
export default definePart({
  code: 'screening',
  needs: ['attention'],
  entities: [mhScale, mhScreening, mhTurnout, mhResult, mhInterview],
  actions: [...Object.values(screeningRound), ...Object.values(turnoutTask), ...turnoutActions, ...resultActions, importResults],
  menus: [
    {
      title: '心理普查',
      path: '/mentalHealth/screenings',
      component: 'mentalHealth/ScreeningPage',
      icon: 'clipboard-list',
      of: [mhScreening, screeningRound.publish, turnoutTask.board],
    },
    {
      title: '普查结果',
      path: '/mentalHealth/results',
      component: 'mentalHealth/ScreeningResultPage',
      icon: 'clipboard-check',
      of: [findResults, recordInterview, confirmLevel, dismissProposal, importResults],
    },
    { title: '量表管理', path: '/mentalHealth/scales', component: 'mentalHealth/ScalePage', icon: 'list-checks', of: [mhScale] },
    {
      title: '我的心理普查',
      path: '/mentalHealth/mine',
      component: 'mentalHealth/MyScreeningsPage',
      icon: 'heart-pulse',
      of: [answerScreening],
      own: 'student',
      service: { title: '心理普查', category: 'life' },
    },
    { title: '做普查', path: '/mentalHealth/answer', component: 'mentalHealth/AnswerPage', of: [screeningForm], hidden: true },
  ],
  messages: Object.values(SCREENING_MESSAGES),
  parameters: SCREENING_PARAMETERS,
  grants: {
    psychologist: [
      'mentalHealth:mhScale:list',
      'mentalHealth:mhScale:update',
      'mentalHealth:mhScreening:*',
      ...WATCH,
      findResults.permission,
      confirmLevel.permission,
      importResults.permission,
    ],
    college: WATCH,
    fdy: WATCH,
    student: [answerScreening.permission],
  },
})
