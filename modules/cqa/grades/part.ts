import { definePart } from '#model'
import { myGrades } from './model/actions.ts'
import { courseGrade, gradeLetter } from './model/course-grade.ts'
import { GRADE_PARAMETERS } from './model/parameters.ts'

const READ = ['cqa:courseGrade:list', 'cqa:courseGrade:export']

/** Course grades, and what follows from them: averages, grade points, ranks. */
export default definePart({
  code: 'grades',
  entities: [gradeLetter, courseGrade],
  actions: [myGrades],
  menus: [
    { title: '课程成绩', path: '/cqa/grades', component: 'cqa/GradePage', icon: 'file-spreadsheet', of: [courseGrade] },
    { title: '成绩等级', path: '/cqa/letters', component: 'cqa/LetterPage', icon: 'list-ordered', of: [gradeLetter] },
    {
      title: '我的成绩',
      path: '/cqa/grades/mine',
      component: 'cqa/MyGradesPage',
      icon: 'file-spreadsheet',
      of: [myGrades],
      own: 'student',
      service: { title: '成绩', category: 'study' },
    },
  ],
  parameters: GRADE_PARAMETERS,
  grants: {
    officer: ['cqa:courseGrade:*', 'cqa:gradeLetter:*'],
    college: READ,
    fdy: READ,
    bzr: READ,
    student: [myGrades.permission],
  },
})
