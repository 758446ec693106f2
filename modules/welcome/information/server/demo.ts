import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { SECTIONS, welcomeInfo } from '../model/info.ts'

const ALL = JSON.stringify(Object.keys(SECTIONS))
const SOME = JSON.stringify(['contact', 'family'])
const TOWNS = sql`(array['湖北省武汉市洪山区珞喻路', '湖南省长沙市岳麓区麓山路', '河南省郑州市金水区花园路', '四川省成都市武侯区人民南路'])` // verbatim
/** A draw for each person that is the same each time. */
const draw = (what: string) => sql`abs(hashtext(m.student_id::text || ${what}::text))`
/** Who comes has told nearly all of it; some stopped half-way. */
export const demoInformation = (db: Db, batchId: string) =>
  db.insertFrom(
    welcomeInfo,
    {
      ...{
        studentId: sql`m.student_id`,
        homeAddress: sql`${TOWNS}[${draw('town')} % 4 + 1] || (${draw('no')} % 300 + 1) || '号'`,
        emergencyName: sql`left(s.name, 1) || '建国'`,
        emergencyPhone: sql`coalesce(s.emergency_phone, '13907160001')`,
      },
      family: sql`jsonb_build_array(jsonb_build_object('relation', '51', 'name', left(s.name, 1) || '建国', 'phone', coalesce(s.emergency_phone, '13907160001'), 'employer', null, 'isGuardian', true))`,
      ...{
        politicalCode: sql`case when x.is_done then coalesce(s.political_code, '03') end`,
        leagueBranch: sql`case when x.is_done then '高三（' || (${draw('branch')} % 12 + 1) || '）班团支部' end`,
      },
      height: sql`case when x.is_done then case when s.gender_code = '2' then 155 else 165 end + ${draw('height')} % 20 end`,
      weight: sql`case when x.is_done then case when s.gender_code = '2' then 45 else 55 end + ${draw('weight')} % 25 end`,
      ...{
        healthCode: sql`case when x.is_done then '10' end`,
        specialNeeds: sql`case when x.is_done and ${draw('needs')} % 40 = 0 then '花生过敏' end`,
        movesHousehold: sql`case when x.is_done then ${draw('move')} % 5 = 0 end`,
      },
      ...{ sections: sql`case when x.is_done then ${ALL}::jsonb else ${SOME}::jsonb end`, completedAt: sql`case when x.is_done then coalesce(a.answered_at, now()) end` },
    },
    sql`welcome_member m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
      join admitted_student a on a.tenant_id = m.tenant_id and a.id = m.student_id and a.state <> 'imported'
      cross join lateral (select ${draw('info')} % 100 < 88 as is_done) x
      where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batchId} and ${draw('told')} % 100 < 96`,
    { history: false },
  )
