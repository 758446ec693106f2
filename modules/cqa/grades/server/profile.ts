import { profilePart } from '#server/extensions/profile-parts.ts'
import { courseGrade } from '../model/course-grade.ts'

const LIST = 'cqa:courseGrade:list'
/** How the student has done in the last finished school year. */
export default profilePart({
  code: 'cqa.grades',
  label: '学业成绩',
  order: 15,
  permission: LIST,
  facts: ['cqa.average', 'cqa.gpa', 'cqa.failed', 'cqa.studyRank'],
  list: studentId => `/cqa/grades?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const count = await db.visibleFor(courseGrade, LIST).count({ studentId })
    return [count ? { label: '课程成绩', value: { text: '{n} 条', values: { n: count } } } : null]
  },
})
