import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { classHistory } from '#modules/student/model/history.ts'
import { STUDENT_STATUS, WITH_RECORD } from '#modules/student/model/status.ts'
import { choiceGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'

const LIST = 'student:student:list'
export default question({
  code: 'standing.changed',
  order: 110,
  title: '本学期谁的学籍状态变了？',
  definition: '本学期开始到当天学籍状态发生变化的学生（人次），新生注册不算',
  says: '本学期 {changed} 人次学籍状态变动：{suspended} 人休学，{returned} 人复学，{gone} 人退学、转出或被开除，{graduated} 人毕业或结业。',
  listedBy: LIST,
  figures: [
    { code: 'changed', label: '变动', as: 'count', n: sql`count(*)` },
    { code: 'suspended', label: '休学或保留学籍', as: 'count', n: sql`count(*) filter (where became in ('suspended', 'retained'))` },
    { code: 'returned', label: '复学', as: 'count', n: sql`count(*) filter (where became = 'active')` },
    { code: 'graduated', label: '毕业、结业', as: 'count', n: sql`count(*) filter (where became in ('graduated', 'completed'))` },
    { code: 'gone', label: '离校', as: 'count', n: sql`count(*) filter (where became not in ('active', 'suspended', 'retained', 'graduated', 'completed'))` },
  ],
  rows: ({ db, day, termStart }) => sql`select h.student_id, h.status as became, b.status as was, h.department_id, h.grade::text as grade
    from ${db.visibleFor(classHistory, LIST).rows()} h
      join class_history b on b.tenant_id = h.tenant_id and b.student_id = h.student_id and b."to" = h."from" and b.status <> h.status and b.status = any(${[...WITH_RECORD]}::text[])
    where h."from" between ${termStart} and ${day}`,
  by: {
    became: { label: '变为', of: choiceGroup(sql`became`, STUDENT_STATUS, { isPersonal: true }) },
    college: { label: '学院', of: entityGroup(sql`department_id`, department, { isPersonal: true }) },
    grade: { label: '年级', of: valueGroup(sql`grade`, { isPersonal: true }) },
  },
  link: '/standing/changes',
  every: 'week',
})
