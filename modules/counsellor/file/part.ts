import { definePart } from '#model'
import { fileActions, staffing, trainingGaps } from './model/actions.ts'
import { counsellorFile } from './model/counsellor-file.ts'
import { FILE_PARAMETERS } from './model/parameters.ts'
import { fdyTraining } from './model/training.ts'

const READ = ['counsellor:counsellorFile:list', 'counsellor:counsellorFile:export', 'counsellor:fdyTraining:list', 'counsellor:fdyTraining:export']
const PRINT = 'sheet:print:issue'
const STAFF = [staffing.permission, trainingGaps.permission]
/** Files of counsellors, their trainings, and how many there are for how many students. */
export default definePart({
  code: 'file',
  entities: [counsellorFile, fdyTraining],
  actions: fileActions,
  menus: [
    { title: '辅导员档案', path: '/counsellor/files', component: 'counsellor/FilePage', icon: 'contact', of: [counsellorFile, PRINT] },
    { title: '培训记录', path: '/counsellor/trainings', component: 'counsellor/FdyTrainingPage', icon: 'graduation-cap', of: [fdyTraining] },
    { title: '队伍统计', path: '/counsellor/staffing', component: 'counsellor/StaffingPage', icon: 'chart-column', of: [staffing, trainingGaps] },
  ],
  parameters: FILE_PARAMETERS,
  grants: {
    officer: ['counsellor:counsellorFile:*', 'counsellor:fdyTraining:*', ...STAFF, PRINT],
    college: [...READ, 'counsellor:counsellorFile:update', 'counsellor:fdyTraining:*', ...STAFF, PRINT],
    fdy: [...READ, 'counsellor:fdyTraining:add'],
    bzr: READ,
  },
})
