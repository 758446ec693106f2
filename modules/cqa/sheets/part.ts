import { definePart } from '#model'
import { calculateSheets, correctScore, explainSheet, mySheet, sheetActions } from './model/actions.ts'
import { cqaCorrection } from './model/correction.ts'
import { cqaItemScore } from './model/item-score.ts'
import { cqaScore, cqaSheet } from './model/sheet.ts'

const READ = ['cqa:cqaSheet:list', 'cqa:cqaSheet:export', 'cqa:cqaItemScore:list', 'cqa:cqaItemScore:export', 'cqa:cqaCorrection:list', 'cqa:cqaCorrection:export']

const PRINT = 'sheet:print:issue'
/** Sheets of students: what evidence, grades and people make of them, ranks, and how each point comes about. */
export default definePart({
  code: 'sheets',
  needs: ['grades', 'schemes'],
  entities: [cqaSheet, cqaScore, cqaItemScore, cqaCorrection],
  subjects: [cqaSheet],
  actions: sheetActions,
  menus: [
    { title: '项目得分', path: '/cqa/items', component: 'cqa/ItemScorePage', icon: 'file-spreadsheet', of: [cqaItemScore] },
    {
      title: '测评结果',
      path: '/cqa/results',
      component: 'cqa/ResultPage',
      icon: 'chart-column',
      of: ['cqa:cqaSheet:list', 'cqa:cqaSheet:export', explainSheet, calculateSheets, correctScore, PRINT],
    },
    { title: '更正记录', path: '/cqa/corrections', component: 'cqa/CorrectionPage', icon: 'history', of: [cqaCorrection] },
  ],
  grants: {
    officer: [...READ, 'cqa:cqaItemScore:*', calculateSheets.permission, correctScore.permission, PRINT],
    college: [...READ, PRINT],
    fdy: [...READ, PRINT],
    bzr: READ,
    student: [mySheet.permission],
  },
})
