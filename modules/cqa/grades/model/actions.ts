import { action, bool, decimal, integer, list, shape, text } from '#model'
import { courseGrade } from './course-grade.ts'

const required = { required: true } as const
const { xqM, courseName, credit, examKind, isRequired } = courseGrade.fields
const grade = shape('成绩', {
  id: text('编号', { ...required, max: 36 }),
  ...{ xqM, courseName, credit, examKind, isRequired },
  result: text('成绩', { max: 10 }),
  isPassed: bool('及格'),
})
const mean = (label: string) => decimal(label, { precision: 5, scale: 2 })

/** Own grades by school year, newest first, with what they come to. */
export const myGrades = action('cqa.courseGrade.mine', '我的成绩', {
  method: 'GET',
  many: true,
  output: {
    xn: text('学年', { ...required, max: 9 }),
    average: mean('平均成绩'),
    gpa: mean('平均绩点'),
    credits: decimal('已得学分', { ...required, precision: 5, scale: 1 }),
    failed: integer('不及格'),
    rank: integer('名次'),
    size: integer('排名人数'),
    grades: list('成绩', grade, required),
  },
})
