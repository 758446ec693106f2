import sql from 'sql-template-tag'
import { contactDays } from '#server/extensions/student-contacts.ts'
import { question } from '#server/statistics/questions.ts'

/** 60 §9: whom nobody talked to and who took part in nothing. Between terms the last four months count. */
export default question({
  code: 'question.neverReached',
  order: 60,
  title: '哪些学生我们从来没有接触到？',
  definition: '在校学生中，本学期没有成长记录、没有参加问卷或测试、也没有谈话记录的',
  says: '{missed} 名学生这学期没有任何接触，占 {missedOf} 名在校学生的 {missedPercent}%。',
  listedBy: 'student:student:list',
  every: 'week',
  figures: [{ code: 'missed', label: '没有接触', as: 'share', n: sql`count(*) filter (where is_missed)`, of: sql`count(*)` }],
  rows({ db, day, students, termStart }) {
    return sql`with contact as materialized ${contactDays(db, ['talk', 'takingPart'])}
      select x.*, coalesce(not k.days && daterange(coalesce(${termStart}, ${day} - 120), ${day}, '[]'), true) as is_missed from ${students} x left join contact k on k.student_id = x.student_id`
  },
  listed: { where: sql`is_missed`, columns: [] },
})
