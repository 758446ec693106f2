import { definePart } from '#model'
import './model/flow.ts'
import { WAGE_PARAMETERS } from './model/parameters.ts'
import { correctLine, makeAllSheets, makeSheet, wageActions, wageLine, wageSheet } from './model/sheet.ts'
import { workStatistics } from './model/statistics.ts'

const read = (of: string): string[] => [`workStudy:${of}:list`, `workStudy:${of}:export`]
const SHEETS = [...read('wageSheet'), ...read('wageLine')]
const MAKE = [makeSheet.permission, 'workStudy:wageSheet:remove']
const PRINT = 'sheet:print:issue'
const PROFILES = ['exchange:exportProfile:list', 'exchange:exportProfile:make', 'exchange:exportLog:list', 'exchange:exportLog:again']

/** Wages: a sheet of each unit and month, approved, paid, and put right on the next one. */
export default definePart({
  code: 'wages',
  needs: ['posts', 'hours'],
  entities: [wageSheet, wageLine],
  subjects: [wageLine],
  actions: [...wageActions, workStatistics, workStatistics.sheet],
  menus: [
    { title: '工资表', path: '/workStudy/sheets', component: 'workStudy/SheetPage', icon: 'receipt', of: [...SHEETS, ...MAKE, makeAllSheets, correctLine, PRINT] },
    { title: '勤工助学统计', path: '/workStudy/statistics', component: 'workStudy/StatisticsPage', icon: 'chart-column', of: [workStatistics] },
  ],
  parameters: WAGE_PARAMETERS,
  grants: {
    officer: [...SHEETS, ...MAKE, makeAllSheets.permission, correctLine.permission, workStatistics.permission, PRINT, ...PROFILES],
    finance: [...SHEETS, correctLine.permission, workStatistics.permission, ...PROFILES],
    employer: [...SHEETS, ...MAKE, workStatistics.permission, PRINT],
    college: [...read('wageLine'), workStatistics.permission],
  },
})
