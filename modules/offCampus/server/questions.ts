import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonGroup } from '#modules/campus/server/api.ts'
import { choiceGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'
import { KINDS } from '../model/off-campus-stay.ts'

export default question({
  code: 'offCampus.living',
  order: 100,
  title: '谁住在校外，住在哪里？',
  definition: '当天校外住宿已经批准并在期内的在校学生，按居住地区',
  says: '{living} 人住在校外，{unseen} 人还没有走访过。',
  listedBy: 'offCampus:offCampusStay:list',
  figures: [
    { code: 'living', label: '住在校外', as: 'count', n: sql`count(*) filter (where kind is not null)` },
    { code: 'unseen', label: '未走访', as: 'share', n: sql`count(*) filter (where kind is not null and not seen)`, of: sql`count(*) filter (where kind is not null)` },
  ],
  rows: ({ db, day, students }) => sql`select x.*, o.kind, o.canton_code, exists (select from off_campus_check c where c.tenant_id = ${db.me.tenantId} and c.stay_id = o.id
        and (c.created_at at time zone 'Asia/Shanghai')::date <= ${day}) as seen
    from ${students} x left join off_campus_stay o on o.tenant_id = ${db.me.tenantId} and o.student_id = x.student_id and (o.begin_at at time zone 'Asia/Shanghai')::date <= ${day}
      and o.last_night >= ${day} and (o.ended_on is null or o.ended_on > ${day}) and o.state in ('active', 'expired', 'ended', 'revoked')`,
  by: {
    area: { label: '地区', of: cantonGroup(sql`canton_code`, { isPersonal: true }) },
    kind: { label: '类型', of: choiceGroup(sql`kind`, KINDS, { isPersonal: true }) },
    college: { label: '学院', of: entityGroup(sql`department_id`, department) },
    grade: { label: '年级', of: valueGroup(sql`grade::text`) },
  },
  link: '/offCampus/living',
  every: 'week',
})
