import { defineModule } from '#model'
import { calendarDay, schoolYear, term } from './model/calendar.ts'
import { calendarActions } from './model/calendar-actions.ts'
import { canton } from './model/canton.ts'
import { cantonActions } from './model/canton-actions.ts'
import { lesson, lessonSection, lessonWeek } from './model/lesson.ts'
import { CAMPUS_MESSAGES } from './model/messages.ts'
import { department, gradeMajor, major, stuClass } from './model/organisation.ts'
import { endClasses, myClass, organisationActions, previewBatch, previewMove } from './model/organisation-actions.ts'
import { PARAMETERS } from './model/parameters.ts'
import { classStaff, person, teacher } from './model/people.ts'
import { handOver, mergePersons, peopleActions } from './model/people-actions.ts'
import { placeActions } from './model/place-actions.ts'
import { building, campus, venue } from './model/places.ts'
import { venueBooking } from './model/venue-booking.ts'
import rollover from './rollover/part.ts'

const READ_CALENDAR = ['campus:calendarDay:list', 'campus:schoolYear:list', 'campus:term:list'] as const
const READ_CLASSES = ['campus:stuClass:list', 'campus:teacher:list', 'campus:classStaff:list', ...READ_CALENDAR] as const
const ENTITIES = [
  campus,
  building,
  venue,
  department,
  major,
  gradeMajor,
  stuClass,
  person,
  teacher,
  classStaff,
  schoolYear,
  term,
  calendarDay,
  canton,
  lesson,
  lessonSection,
  venueBooking,
]

export default defineModule({
  code: 'campus',
  name: '基础数据',
  included: 'always',
  service: 'base',
  entities: ENTITIES,
  subjects: [stuClass, teacher, gradeMajor],
  actions: [...placeActions, ...organisationActions, ...peopleActions, ...calendarActions, ...cantonActions, lessonWeek],
  menus: [
    {
      title: '基础数据',
      icon: 'school',
      domain: 'manage',
      children: [
        { title: '校区', path: '/campus/campuses', component: 'campus/CampusPage', icon: 'map-pin', of: [campus] },
        { title: '楼宇', path: '/campus/buildings', component: 'campus/BuildingPage', icon: 'building-2', of: [building] },
        { title: '场地', path: '/campus/venues', component: 'campus/VenuePage', icon: 'door-open', of: [venue] },
        { title: '场地预约', path: '/campus/venue-bookings', component: 'campus/VenueBookingPage', icon: 'calendar-clock', of: [venueBooking] },
        { title: '部门', path: '/campus/departments', component: 'campus/DepartmentPage', icon: 'network', of: [department] },
        { title: '专业', path: '/campus/majors', component: 'campus/MajorPage', icon: 'graduation-cap', of: [major] },
        { title: '年级专业', path: '/campus/grade-majors', component: 'campus/GradeMajorPage', icon: 'calendar-range', of: [gradeMajor, previewMove] },
        { title: '班级', path: '/campus/classes', component: 'campus/ClassPage', icon: 'users-round', of: [stuClass, previewBatch, endClasses] },
        { title: '教师', path: '/campus/teachers', component: 'campus/TeacherPage', icon: 'square-user', of: [teacher] },
        { title: '带班管理', path: '/campus/class-staff', component: 'campus/ClassStaffPage', icon: 'user-check', of: [classStaff, handOver], service: { category: 'office' } },
        { title: '自然人', path: '/campus/persons', component: 'campus/PersonPage', icon: 'id-card', of: [person, mergePersons] },
        { title: '校历', path: '/campus/calendar', component: 'campus/CalendarPage', icon: 'calendar-days', of: [calendarDay, schoolYear, term], service: { category: 'office' } },
        { title: '课表', path: '/campus/lessons', component: 'campus/LessonPage', icon: 'table', of: [lesson, lessonSection] },
        { title: '我的班级', path: '/campus/my-class', component: 'campus/MyClassPage', icon: 'users', of: [myClass], own: 'student', service: { category: 'study' } },
        { title: '地区管理', path: '/campus/cantons', component: 'campus/CantonPage', icon: 'map', of: [canton] },
      ],
    },
  ],
  messages: Object.values(CAMPUS_MESSAGES),
  todoKinds: { classWithoutFdy: '班级没有辅导员' },
  optionalEvents: ['studentOrg.postBegun', 'studentOrg.postEnded'],
  events: ['campus.calendarChanged', 'campus.classStaffChanged', 'campus.departmentHeadsChanged', 'campus.teacherChanged', 'campus.venueClosed'],
  grants: {
    officer: ENTITIES.map(e => `campus:${e.name}:*`),
    college: [
      ...READ_CLASSES,
      'campus:department:list',
      'campus:lesson:list',
      'campus:lesson:export',
      'campus:venueBooking:list',
      'campus:major:list',
      'campus:gradeMajor:list',
      'campus:stuClass:*',
      'campus:classStaff:add',
      'campus:classStaff:export',
      'campus:classStaff:import',
      'campus:classStaff:handOver',
      'campus:teacher:export',
      'campus:teacher:reveal',
    ],
    fdy: READ_CLASSES,
    bzr: READ_CLASSES,
    teacher: ['campus:stuClass:list', 'campus:teacher:list', ...READ_CALENDAR],
    student: ['campus:myClass:view', ...READ_CALENDAR],
  },
  parameters: PARAMETERS,
  parts: [rollover],
})
