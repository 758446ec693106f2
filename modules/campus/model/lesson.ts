import { action, bool, choice, date, entity, integer, list, ref, shape, text, time } from '#model'
import { TERMS } from './calendar.ts'

const SEASONS = { all: '全年', summer: '夏季', winter: '冬季' } as const
const XN = { required: true, min: 9, max: 9 } as const

/** Timetable. Courses and rooms are no personal data: the action decides whose week is returned. */
export const lesson = entity(
  'campus.lesson',
  '课表',
  {
    xn: text('学年', { ...XN, search: true, sortable: true, help: '如 2026-2027' }),
    xqM: choice('学期', TERMS, { required: true }),
    courseNo: text('课程号', { required: true, max: 30, format: 'code', search: true, sortable: true }),
    courseName: text('课程名称', { required: true, max: 100, search: true, sortable: true }),
    teacherId: ref('teacher', '任课教师'),
    classIds: list('上课班级', ref('stuClass', '班级'), { required: true, min: 1, max: 60 }),
    weekday: integer('星期', { required: true, min: 1, max: 7, help: '1 为周一，7 为周日' }),
    sectionFrom: integer('开始节次', { required: true, min: 1, max: 20 }),
    sectionTo: integer('结束节次', { required: true, min: 1, max: 20 }),
    weeks: text('周次', { required: true, max: 60, help: '如 1-16、1-15单、2,4,6-10双' }),
    venueId: ref('venue', '上课地点'),
    classNames: text('班级名称', { computed: true, max: 2000 }),
  },
  {
    title: 'courseName',
    scope: { everyone: 'the timetable is public inside the school' },
    unique: [['xn', 'xqM', 'courseNo', 'classIds', 'weekday', 'sectionFrom', 'weeks']],
    importKey: ['xn', 'xqM', 'courseNo', 'classIds', 'weekday', 'sectionFrom', 'weeks'],
    select: 'scoped',
    sort: ['-xn', 'courseNo'],
    refusals: {
      termUnknown: '校历中没有 {xn} 学年第 {xqM} 学期',
      sectionsReversed: '结束节次 {sectionTo} 早于开始节次 {sectionFrom}',
      weeksForm: '周次“{weeks}”看不懂，请写成 1-16、1-15单 或 2,4,6-10双',
      weeksOutside: '这个学期只有 {termWeeks} 周，周次写到了第 {last} 周',
      noClass: '请填写上课班级',
      classUnknown: '上课班级中有不存在的班级',
    },
  },
)
export const lessonSection = entity(
  'campus.lessonSection',
  '作息时间',
  {
    campusId: ref('campus', '校区', { required: true }),
    season: choice('季节', SEASONS, { required: true, initial: 'all' }),
    no: integer('节次', { required: true, min: 1, max: 20, sortable: true }),
    begin: time('开始', { required: true }),
    end: time('结束', { required: true }),
  },
  {
    title: 'no',
    scope: { everyone: 'times of lessons are the same for the whole school' },
    unique: [['campusId', 'season', 'no']],
    importKey: ['campusId', 'season', 'no'],
    cached: true,
    select: 'scoped',
    sort: ['no'],
    refusals: {
      reversed: '第 {no} 节的结束时间 {end} 不晚于开始时间 {begin}',
      overlap: '第 {no} 节（{begin} 至 {end}）与第 {other} 节（{from} 至 {to}）重叠',
    },
  },
)

const section = { no: integer('节次', { required: true }), begin: text('开始', { required: true, max: 5 }), end: text('结束', { required: true, max: 5 }) } as const
const day = {
  date: date('日期', { required: true }),
  weekday: integer('星期', { required: true }),
  /** Weekday whose timetable applies; null on days without lessons. */
  asWeekday: integer('按星期几上课'),
  dayType: text('类型', { max: 20 }),
  name: text('名称', { max: 30 }),
} as const
const taught = {
  id: text('编号', { required: true, max: 36 }),
  courseName: text('课程名称', { required: true, max: 100 }),
  courseNo: text('课程号', { required: true, max: 30 }),
  teacherName: text('任课教师', { max: 60 }),
  venueName: text('上课地点', { max: 100 }),
  classNames: text('班级名称', { max: 2000 }),
  weekday: integer('星期', { required: true }),
  sectionFrom: integer('开始节次', { required: true }),
  sectionTo: integer('结束节次', { required: true }),
  weeks: text('周次', { required: true, max: 60 }),
  isThisWeek: bool('本周有课', { required: true }),
} as const
/** One teaching week: the student's class, the teacher's courses, or a class in the reader's scope. */
export const lessonWeek = action('campus.lesson.getWeek', '周课表', {
  method: 'GET',
  access: 'signedIn',
  input: {
    xn: text('学年', { max: 9 }),
    xqM: choice('学期', TERMS),
    weekNo: integer('教学周', { min: 1, max: 30 }),
    classId: ref('stuClass', '班级'),
  },
  output: {
    whose: choice('谁的课表', { class: '班级', teacher: '教师', nobody: '没有课表' }, { required: true }),
    classId: ref('stuClass', '班级'),
    className: text('班级', { max: 60 }),
    xn: text('学年', { max: 9 }),
    xqM: text('学期', { max: 1 }),
    weekNo: integer('教学周'),
    currentWeek: integer('当前教学周'),
    weeks: integer('周数'),
    sections: list('作息', shape('节次', section), { required: true }),
    days: list('日子', shape('日子', day), { required: true }),
    lessons: list('课程', shape('课程', taught), { required: true }),
  },
})
