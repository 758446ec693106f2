import { definePart } from '#model'
import { calculateSheets, explainSheet, mySheet, sheetActions } from './model/actions.ts'
import { cqaScore, cqaSheet } from './model/sheet.ts'

const READ = ['cqa:cqaSheet:list', 'cqa:cqaSheet:export']

/** Sheets of students: what evidence, grades and people make of them, ranks, and how each point comes about. */
export default definePart({
  code: 'sheets',
  needs: ['grades', 'schemes'],
  entities: [cqaSheet, cqaScore],
  subjects: [cqaSheet],
  actions: sheetActions,
  menus: [{ title: '测评结果', path: '/cqa/results', component: 'cqa/ResultPage', icon: 'chart-column', of: [...READ, explainSheet, calculateSheets] }],
  grants: {
    officer: [...READ, calculateSheets.permission],
    college: READ,
    fdy: READ,
    bzr: READ,
    student: [mySheet.permission],
  },
})
