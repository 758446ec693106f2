import sql from 'sql-template-tag'
import { xnOn } from '#modules/campus/server/api.ts'
import { aidedBy } from '#modules/student/server/api.ts'
import { question } from '#server/statistics/questions.ts'
import { aidLevel } from '../model/dictionaries.ts'

/** What a level is called where the school has not renamed it. */
const LABELS = Object.fromEntries(aidLevel.items.map(({ key, value }) => [key, value]))
export default question({
  code: 'hardship.withoutAid',
  order: 40,
  title: '哪些困难生还没得到资助？',
  definition: '当天有困难等级、本学年到当天还没有奖助学金、补助、减免，也没有勤工助学岗位的在校学生',
  says: '{withoutOf} 名困难生中，{without} 人本学年还没有得到资助（{withoutPercent}%）。',
  listedBy: 'hardship:aidLevelSpan:list',
  figures: [{ code: 'without', label: '未得到资助', as: 'share', n: sql`count(*) filter (where without)`, of: sql`count(*)` }],
  rows({ db, day, students }) {
    const held = sql`l.tenant_id = ${db.me.tenantId} and l."from" <= ${day} and l."to" >= ${day}`
    return sql`select x.*, l.level as aid_level, a.id is null as without
      from ${students} x join aid_level_span l on l.student_id = x.student_id and ${held}
        left join (${aidedBy(db, sql`select l.student_id from aid_level_span l where ${held}`, xnOn(db, day), day)}) a on a.id = x.student_id`
  },
  listed: { where: sql`without`, columns: [{ label: '困难等级', value: sql`coalesce(${JSON.stringify(LABELS)}::jsonb ->> aid_level, aid_level)` }] },
  every: 'week',
})
