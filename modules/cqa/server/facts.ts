import sql from 'sql-template-tag'
import { calendarOf } from '#modules/campus/server/api.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { yearResults } from '../grades/server/api.ts'
import { finalResults } from '../results/server/api.ts'

/** 40-A1: what conditions compare of the last school year that was over on the day: its grades, and what its evaluation came to once that is final. */
export default studentFacts({
  code: 'cqa',
  label: '学业和综合测评',
  permission: 'cqa:courseGrade:list',
  facts: {
    average: { label: '上学年平均成绩', type: 'number', unit: '分' },
    gpa: { label: '上学年平均绩点', type: 'number' },
    failed: { label: '上学年不及格课程', type: 'number', unit: '门' },
    studyRank: { label: '上学年学业名次', type: 'number', unit: '名' },
    groupSize: { label: '参加学业排名', type: 'number', unit: '人' },
    studyRankShare: { label: '上学年学业排名前', type: 'number', unit: '%' },
    total: { label: '上学年综合测评总分', type: 'number', unit: '分' },
    rank: { label: '上学年综合测评名次', type: 'number', unit: '名' },
    rankSize: { label: '参加综合测评排名', type: 'number', unit: '人' },
    rankShare: { label: '上学年综合测评排名前', type: 'number', unit: '%' },
  },
  remedies: [
    { label: '查看我的成绩', link: '/cqa/grades/mine' },
    { label: '查看我的测评', link: '/cqa/mine' },
  ],
  async values(db, students, on) {
    const year = (await calendarOf(db)).years.find(y => y.endDate < on)
    if (!year) return undefined
    return sql`select coalesce(y.id, e.id) as id, y.average, y.gpa, y.failed, y.rank as "studyRank", y.size as "groupSize", round(y.rank * 100.0 / y.size, 2)::float8 as "studyRankShare",
        e.total, e.rank, e.size as "rankSize", e.share as "rankShare"
      from (${await yearResults(db, students, year.xn)}) y full join (${finalResults(db, students, year.xn)}) e on e.id = y.id`
  },
})
