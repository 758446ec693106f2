import sql from 'sql-template-tag'
import { question } from '#server/statistics/questions.ts'

const FEN = 0.01
export default question({
  code: 'activity.worth',
  order: 130,
  title: '活动办得值不值？',
  definition: '本学期到当天已经结算的活动：人均学时为到场学时除以在校学生数，人次成本为活动花费除以到场人次',
  says: '本学期人均 {hours} 学时，{reachedPercent}% 的学生参加过活动，每到场一人次花 {cost} 元。',
  listedBy: 'activity:activityEnrolment:list',
  figures: [
    { code: 'hours', label: '人均学时', as: 'rate', n: sql`coalesce(sum(hours), 0)`, of: sql`count(*)`, unit: '学时' },
    { code: 'cost', label: '人次成本', as: 'rate', n: sql`coalesce(sum(cost), 0)`, of: sql`coalesce(sum(times), 0)`, per: FEN, unit: '元', decimals: 2 },
    { code: 'reached', label: '参加过活动', as: 'share', n: sql`count(*) filter (where times > 0)`, of: sql`count(*)` },
  ],
  rows: ({ db, day, students, termStart }) => sql`select x.*, e.hours, e.times, e.cost
    from ${students} x left join (
        select e.student_id, sum(e.hours) as hours, count(*) as times, sum(c.cost / c.present) as cost
        from activity_enrolment e join (
            select a.id, (select count(*) from activity_enrolment p where p.tenant_id = a.tenant_id and p.activity_id = a.id and p.state in ('present', 'late'))::numeric as present,
              (select coalesce(sum(s.amount), 0) from activity_cost s where s.tenant_id = a.tenant_id and s.activity_id = a.id and (s.created_at at time zone 'Asia/Shanghai')::date <= ${day}) as cost
            from activity a where a.tenant_id = ${db.me.tenantId} and a.state = 'settled' and (a.settled_at at time zone 'Asia/Shanghai')::date <= ${day}
              and (a.start_at at time zone 'Asia/Shanghai')::date >= ${termStart}
          ) c on c.id = e.activity_id
        where e.tenant_id = ${db.me.tenantId} and e.state in ('present', 'late') group by 1
      ) e on e.student_id = x.student_id`,
  listed: { title: '没有参加过活动的学生', where: sql`times is null`, columns: [] },
  every: 'week',
})
