import { bool, choice, decimal, entity, ref, text } from '#model'
import { TERMS } from '#modules/campus/model/calendar.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const EXAM_KINDS = { normal: '正考', makeup: '补考', retake: '重修' } as const
const fixed = { required: true, immutable: true } as const
const mark = { min: 0, max: 100, precision: 5, scale: 2 } as const

/** 成绩等级: what a grade given as a word counts as. */
export const gradeLetter = entity(
  'cqa.gradeLetter',
  '成绩等级',
  {
    name: text('等级', { required: true, max: 10, search: true }),
    score: decimal('折合分数', { required: true, ...mark }),
  },
  {
    title: 'name',
    scope: { everyone: 'a table of the school: what its letters count as' },
    unique: [['name']],
    importKey: ['name'],
    cached: true,
    select: 'open',
    sort: ['-score'],
    refusals: { used: '“{name}”已有成绩在用，不能删除' },
  },
)
/** 课程成绩: of one examination of a course, by import from the teaching office. A make-up stands in the term of the course, a retake in the term in which it was taken. */
export const courseGrade = entity(
  'cqa.courseGrade',
  '课程成绩',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    xn: text('学年', { ...fixed, min: 9, max: 9, sortable: true, help: '如 2026-2027' }),
    xqM: choice('学期', TERMS, { ...fixed, help: '开课的学期；补考也填开课的学期' }),
    courseNo: text('课程号', { ...fixed, max: 30, format: 'code', search: true }),
    courseName: text('课程名称', { required: true, max: 100, search: true }),
    credit: decimal('学分', { required: true, min: 0, max: 100, precision: 4, scale: 1 }),
    /** Neither a score nor a letter: the examination is still to come (50-CQ5). */
    score: decimal('成绩', { ...mark, sortable: true }),
    letterId: ref('gradeLetter', '等级'),
    examKind: choice('考试性质', EXAM_KINDS, { ...fixed, initial: 'normal' }),
    isRequired: bool('必修', { required: true, initial: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'courseName',
    scope: BY_STUDENT,
    unique: [['studentId', 'xn', 'xqM', 'courseNo', 'examKind']],
    importKey: ['studentId', 'xn', 'xqM', 'courseNo', 'examKind'],
    countsUpTo: 10_000,
    sort: ['-xn'],
    refusals: {
      termUnknown: '校历里没有 {xn} 学年的这个学期',
      bothForms: '成绩和等级只填一项',
      courseDiffers: '课程号 {courseNo} 在这个学期是“{name}”、{credit} 学分，与这一行不同',
      courseUnknown: '学生没有课程 {courseNo} 的正考成绩，不能登记{kind}',
    },
  },
)
