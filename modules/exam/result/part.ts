import { definePart } from '#model'
import { confirmActions, fillPlaces, takeOverConfirmed } from './model/confirm-actions.ts'
import { admissionSubject } from './model/flow.ts'
import { examFormula } from './model/formula.ts'
import { examLine } from './model/line.ts'
import { RESULT_MESSAGES } from './model/messages.ts'
import { RESULT_PARAMETERS } from './model/parameters.ts'
import { scoreRecheck } from './model/recheck.ts'
import { checkRecheck, confirmRecheck, recheckActions } from './model/recheck-actions.ts'
import { finaliseRun, publiciseRun, publishRun, resultActions, unfreezeRun } from './model/result-actions.ts'
import { admissionRound } from './model/round.ts'
import { admissionPlacement, admissionRun } from './model/run.ts'
import { decideTie, runActions, tryAdmission } from './model/run-actions.ts'
import { examScore } from './model/score.ts'
import { ENTER, publishScores, scoreActions, voidScore } from './model/score-actions.ts'

const SCORES = ['exam:examScore:list', 'exam:examScore:export', ENTER, publishScores.permission, voidScore.permission]
const PLACED = ['exam:admissionPlacement:list', 'exam:admissionPlacement:export']
const RUNS = ['exam:admissionRun:*', 'exam:admissionRound:*', ...PLACED]

/** Scores and lines, trial admissions, the final one, and its confirmation. */
export default definePart({
  code: 'result',
  needs: ['entry', 'seating'],
  entities: [examFormula, examScore, examLine, admissionRun, admissionPlacement, scoreRecheck, admissionRound],
  subjects: [admissionSubject],
  actions: [...scoreActions, ...runActions, ...resultActions, ...recheckActions, ...confirmActions],
  menus: [
    { title: '计分规则', path: '/exam/formulas', component: 'exam/FormulaPage', icon: 'scale', of: [examFormula] },
    { title: '成绩', path: '/exam/scores', component: 'exam/ScorePage', icon: 'notebook-pen', of: [examScore, ENTER, publishScores, voidScore] },
    { title: '成绩复核', path: '/exam/rechecks', component: 'exam/RecheckPage', icon: 'search', of: [scoreRecheck, checkRecheck, confirmRecheck] },
    { title: '分数线', path: '/exam/lines', component: 'exam/LinePage', icon: 'sliders-horizontal', of: [examLine] },
    {
      title: '模拟录取',
      path: '/exam/runs',
      component: 'exam/RunPage',
      icon: 'shuffle',
      of: [admissionRun, ...PLACED, tryAdmission, decideTie, finaliseRun, unfreezeRun, publiciseRun, publishRun],
    },
    { title: '录取确认', path: '/exam/confirmations', component: 'exam/ConfirmPage', icon: 'badge-check', of: [admissionRound, fillPlaces, takeOverConfirmed] },
  ],
  pages: [
    { path: '/dzks/exame/score', title: '我的成绩', component: 'exam/MyScorePage', access: 'signedIn', frame: 'bare' },
    { path: '/dzks/exame/result', title: '录取结果', component: 'exam/MyResultPage', access: 'signedIn', frame: 'bare' },
  ],
  todoKinds: { examRechecks: '成绩复核' },
  events: ['exam.confirmed'],
  parameters: RESULT_PARAMETERS,
  messages: Object.values(RESULT_MESSAGES),
  grants: {
    admissions: ['exam:examFormula:*', 'exam:examLine:*', 'exam:scoreRecheck:*', ...SCORES, ...RUNS],
    officer: ['exam:examFormula:list', 'exam:examLine:list', 'exam:examLine:export'],
  },
})
