import { definePart } from '#model'
import { examFormula } from './model/formula.ts'
import { examLine } from './model/line.ts'
import { RESULT_MESSAGES } from './model/messages.ts'
import { examScore } from './model/score.ts'
import { ENTER, publishScores, scoreActions, voidScore } from './model/score-actions.ts'

const SCORES = ['exam:examScore:list', 'exam:examScore:export', ENTER, publishScores.permission, voidScore.permission]

/** Scores and lines, trial admissions, the final one, and its confirmation. */
export default definePart({
  code: 'result',
  needs: ['entry'],
  entities: [examFormula, examScore, examLine],
  actions: scoreActions,
  menus: [
    { title: '计分规则', path: '/exam/formulas', component: 'exam/FormulaPage', icon: 'scale', of: [examFormula] },
    { title: '成绩', path: '/exam/scores', component: 'exam/ScorePage', icon: 'notebook-pen', of: [examScore, ENTER, publishScores, voidScore] },
    { title: '分数线', path: '/exam/lines', component: 'exam/LinePage', icon: 'sliders-horizontal', of: [examLine] },
  ],
  pages: [{ path: '/dzks/exame/score', title: '我的成绩', component: 'exam/MyScorePage', access: 'signedIn', frame: 'bare' }],
  messages: Object.values(RESULT_MESSAGES),
  grants: {
    admissions: ['exam:examFormula:*', 'exam:examLine:*', ...SCORES],
    officer: ['exam:examFormula:list', 'exam:examLine:list', 'exam:examLine:export'],
  },
})
