import { definePart } from '#model'
import { EVAL_MESSAGES } from './model/messages.ts'
import { EVALUATION_PARAMETERS } from './model/parameters.ts'
import { fdyEvalResult } from './model/result.ts'
import {
  answerResultObjection,
  confirmResults,
  decideWeights,
  giveBackResult,
  myResults,
  objectResult,
  publishResults,
  resultActions,
  scoreByCollege,
  scoreByOffice,
  scoreSelf,
  setGrade,
  settleEvaluation,
} from './model/result-actions.ts'
import { evalRound, fdyEvalScheme } from './model/scheme.ts'
import { evaluationStatistics } from './model/statistics.ts'
import { answerEvaluation, evalTask, fdyEvalTurnout, myEvaluations } from './model/turnout.ts'

const SEE = ['counsellor:fdyEvalResult:list', 'counsellor:fdyEvalResult:export', evaluationStatistics.permission]
const JUDGE = [scoreByCollege, setGrade, confirmResults].map(a => a.permission)
const OWN = [myResults, scoreSelf, objectResult].map(a => a.permission)
const OFFICE = [scoreByOffice, decideWeights, giveBackResult, answerResultObjection].map(a => a.permission)
const WATCH = ['counsellor:fdyEvalScheme:list', 'counsellor:fdyEvalTurnout:list']
/** Evaluation of counsellors in yearly rounds, by their students among others. */
export default definePart({
  code: 'evaluation',
  needs: ['file', 'log'],
  entities: [fdyEvalScheme, fdyEvalTurnout, fdyEvalResult],
  actions: [...Object.values(evalRound), ...Object.values(evalTask), myEvaluations, answerEvaluation, ...resultActions, evaluationStatistics, evaluationStatistics.sheet],
  menus: [
    {
      title: '辅导员考核方案',
      path: '/counsellor/evaluations',
      component: 'counsellor/EvaluationPage',
      icon: 'clipboard-check',
      of: [fdyEvalScheme, evalRound.publish, 'counsellor:fdyEvalTurnout:list', settleEvaluation, publishResults],
    },
    {
      title: '辅导员考核结果',
      path: '/counsellor/results',
      component: 'counsellor/ResultPage',
      icon: 'award',
      of: [fdyEvalResult, scoreByCollege, scoreByOffice, decideWeights, setGrade, confirmResults, giveBackResult, answerResultObjection],
    },
    { title: '我的考核', path: '/counsellor/my-evaluation', component: 'counsellor/MyEvaluationPage', icon: 'user-check', of: [myResults, scoreSelf, objectResult] },
    { title: '辅导员考核统计', path: '/counsellor/evaluation-statistics', component: 'counsellor/EvaluationStatisticsPage', icon: 'chart-column', of: [evaluationStatistics] },
    {
      title: '评价辅导员',
      path: '/counsellor/rate',
      component: 'counsellor/RatePage',
      icon: 'star',
      of: [answerEvaluation],
      own: 'student',
      service: { title: '评价辅导员', category: 'other' },
    },
  ],
  messages: Object.values(EVAL_MESSAGES),
  parameters: EVALUATION_PARAMETERS,
  grants: {
    officer: ['counsellor:fdyEvalScheme:*', 'counsellor:fdyEvalTurnout:list', ...SEE, ...JUDGE, ...OFFICE],
    college: [...WATCH, ...SEE, ...JUDGE],
    fdy: OWN,
    student: [answerEvaluation.permission],
  },
})
