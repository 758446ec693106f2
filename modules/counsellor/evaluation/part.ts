import { definePart } from '#model'
import { EVAL_MESSAGES } from './model/messages.ts'
import { EVALUATION_PARAMETERS } from './model/parameters.ts'
import { evalRound, fdyEvalScheme } from './model/scheme.ts'
import { answerEvaluation, evalTask, fdyEvalTurnout, myEvaluations } from './model/turnout.ts'

const WATCH = ['counsellor:fdyEvalScheme:list', 'counsellor:fdyEvalTurnout:list']
/** Evaluation of counsellors in yearly rounds, by their students among others. */
export default definePart({
  code: 'evaluation',
  needs: ['file'],
  entities: [fdyEvalScheme, fdyEvalTurnout],
  actions: [...Object.values(evalRound), ...Object.values(evalTask), myEvaluations, answerEvaluation],
  menus: [
    {
      title: '辅导员考核方案',
      path: '/counsellor/evaluations',
      component: 'counsellor/EvaluationPage',
      icon: 'clipboard-check',
      of: [fdyEvalScheme, evalRound.publish, 'counsellor:fdyEvalTurnout:list'],
    },
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
    officer: ['counsellor:fdyEvalScheme:*', 'counsellor:fdyEvalTurnout:list'],
    college: WATCH,
    student: [answerEvaluation.permission],
  },
})
