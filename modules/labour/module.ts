import { defineModule } from '#model'
import { attendanceActions, correctAttendance, labourAttendance, settleProject } from './model/attendance.ts'
import { assessEnrolment, dropEnrolment, enrol, enrolmentActions, labourEnrolment, labourHall } from './model/enrolment.ts'
import './model/flow.ts'
import { gradeActions, judgeGrades, labourGrade } from './model/grade.ts'
import { labourAccount, labourHours } from './model/hours.ts'
import { GAP_MESSAGES, LABOUR_MESSAGES } from './model/messages.ts'
import { myLabour } from './model/my-labour.ts'
import { LABOUR_PARAMETERS } from './model/parameters.ts'
import { labourPlan } from './model/plan.ts'
import { labourProject, labourSession, projectActions } from './model/project.ts'
import { labourSelfRecord } from './model/self-record.ts'
import { selfRecord } from './model/self-record-application.ts'
import { labourStatistics } from './model/statistics.ts'
import { labourDuty, planWeek, weekActions } from './model/week.ts'

const read = (of: string): string[] => [`labour:${of}:list`, `labour:${of}:export`]
const PROJECT = ['labour:labourProject:*', 'labour:labourSession:list']
const HOURS = [...read('labourHours'), 'labour:labourAccount:list']
const READ = [...read('labourProject'), 'labour:labourSession:list', ...read('labourEnrolment'), ...read('labourAttendance')]
const KEEP = [...PROJECT, ...READ, dropEnrolment.permission, assessEnrolment.permission, correctAttendance.permission]

const STANDING = [...read('labourSelfRecord'), ...read('labourGrade'), labourStatistics.permission]
/** 劳动教育: what is required, projects with places, attendance, hours and credit. */
export default defineModule({
  code: 'labour',
  name: '劳动教育',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange', 'leave', 'signIn'],
  entities: [labourPlan, labourProject, labourSession, labourEnrolment, labourAttendance, labourAccount, labourHours, labourGrade, labourSelfRecord, labourDuty],
  subjects: [labourProject, labourSelfRecord],
  actions: [
    ...Object.values(projectActions),
    ...enrolmentActions,
    ...attendanceActions,
    ...gradeActions,
    ...weekActions,
    ...Object.values(selfRecord),
    myLabour,
    labourStatistics,
    labourStatistics.sheet,
  ],
  menus: [
    {
      title: '劳动教育',
      icon: 'hammer',
      domain: 'growth',
      children: [
        {
          title: '劳动项目',
          path: '/labour/hall',
          component: 'labour/HallPage',
          icon: 'layout-grid',
          of: [labourHall, enrol],
          own: 'student',
          service: { title: '劳动项目', category: 'growth' },
        },
        {
          title: '我的劳动',
          path: '/labour/mine',
          component: 'labour/MinePage',
          icon: 'notebook-pen',
          of: [myLabour],
          own: 'student',
          service: { title: '我的劳动', category: 'growth' },
        },
        { title: '培养要求', path: '/labour/plans', component: 'labour/PlanPage', icon: 'list-checks', of: [labourPlan] },
        { title: '项目管理', path: '/labour/projects', component: 'labour/ProjectPage', icon: 'clipboard-list', of: [labourProject, projectActions.publish, settleProject] },
        { title: '劳动周安排', path: '/labour/week', component: 'labour/WeekPage', icon: 'calendar-range', of: [planWeek] },
        { title: '报名管理', path: '/labour/enrolments', component: 'labour/EnrolmentPage', icon: 'users', of: [...read('labourEnrolment'), dropEnrolment, assessEnrolment] },
        {
          title: '考勤核验',
          path: '/labour/attendance',
          component: 'labour/AttendancePage',
          icon: 'clipboard-check',
          of: [...read('labourAttendance'), 'labour:labourSession:list', correctAttendance],
        },
        { title: '学时台账', path: '/labour/hours', component: 'labour/HoursPage', icon: 'clock', of: HOURS },
        { title: '自主申报审核', path: '/labour/self/records', component: 'labour/SelfRecordPage', icon: 'badge-check', of: read('labourSelfRecord') },
        { title: '成绩学分', path: '/labour/grades', component: 'labour/GradePage', icon: 'award', of: [labourGrade, judgeGrades] },
        { title: '劳动统计', path: '/labour/statistics', component: 'labour/StatisticsPage', icon: 'chart-column', of: [labourStatistics] },
        { title: '我的劳动申报', path: '/labour/self/mine', component: 'labour/SelfMinePage', icon: 'badge-check', of: [selfRecord.apply], own: 'student' },
        { title: '申报劳动', path: '/labour/self', component: 'labour/DeclarePage', icon: 'file-check', of: [selfRecord.apply], own: 'student' },
      ],
    },
  ],
  messages: [...Object.values(LABOUR_MESSAGES), ...Object.values(GAP_MESSAGES)],
  parameters: LABOUR_PARAMETERS,
  events: ['labour.hoursPosted', 'labour.gradeFinal'],
  optionalEvents: ['growth.posted', 'growth.reversed'],
  grants: {
    officer: ['labour:labourPlan:*', ...KEEP, ...HOURS, ...read('labourSelfRecord'), 'labour:labourGrade:*', 'sheet:print:issue'],
    college: ['labour:labourPlan:list', ...KEEP, ...HOURS, ...STANDING, 'sheet:print:issue'],
    teacher: KEEP,
    fdy: ['labour:labourPlan:list', ...READ, ...HOURS, ...STANDING],
    student: [enrol.permission, selfRecord.apply.permission],
  },
})
