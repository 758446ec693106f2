import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { fdyRatio } from '#modules/campus/server/api.ts'
import { entityGroup } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'
import { staffing } from '../model/actions.ts'
import { counsellorFile } from '../model/counsellor-file.ts'
import { collegesOf } from './files.ts'
import { settingsOf } from './settings.ts'

/** 50-CW1 for any day: who looks after more students than a whole or part-time post should, and how many posts are missing. */
export default question({
  code: 'counsellor.ratio',
  order: 30,
  title: '每名辅导员带的学生都不超过规定人数吗？',
  definition: '按班级任职计算每名辅导员带的学生；岗位按当天在岗的辅导员档案折算，兼职按比例计',
  says: '{overOf} 名辅导员中有 {over} 名超过规定人数，平均每个岗位 {perPost} 名学生，缺 {shortage} 个岗位；没有辅导员的学生 {without} 名。',
  listedBy: staffing.permission,
  every: 'month',
  link: '/counsellor/files',
  figures: [
    { code: 'over', label: '超过规定人数', as: 'share', n: sql`count(*) filter (where students > most)`, of: sql`count(most)` },
    { code: 'perPost', label: '每岗学生', as: 'rate', n: sql`coalesce(sum(students), 0)`, of: sql`coalesce(sum(posts), 0)`, unit: '人' },
    { code: 'shortage', label: '缺岗', as: 'number', n: sql`greatest(0, ceil(coalesce(sum(students), 0) / max(ratio) - coalesce(sum(posts), 0) - 1e-9))`, decimals: 0 },
    { code: 'without', label: '没有辅导员的学生', as: 'count', n: sql`coalesce(sum(students) filter (where is_left), 0)`, unit: '人' },
  ],
  async rows({ db, day, students }) {
    const [ratio, { partTimePer }, collegeOf, all] = [await fdyRatio({ db }), await settingsOf(db), await collegesOf(db), await db.cached(department)]
    const colleges = [...all.keys()].map(id => [id, collegeOf(id)?.id ?? id] as const)
    const share = sql`case f.duty_kind when 'partTime' then 1.0 / ${partTimePer}::int else 1 end`
    const onDuty = sql`f.on_duty_from <= ${day} and (f.on_duty_to is null or f.on_duty_to > ${day})`
    return sql`select (array_agg(x.department_id order by x.n desc))[1] as college_id, sum(x.n) as students, null::float8 as posts, x.counsellor_id is null as is_left, ${ratio}::float8 as ratio,
        case when x.counsellor_id is not null then round(${ratio}::int * coalesce((select ${share} from counsellor_file f where f.tenant_id = ${db.me.tenantId} and f.teacher_id = x.counsellor_id and ${onDuty}), 1)) end as most
      from (select s.counsellor_id, s.department_id, count(*) as n from ${students} s group by 1, 2) x group by x.counsellor_id
      union all select coalesce(c.college_id, t.department_id), null, ${share}, false, ${ratio}::float8, null
      from ${db.visibleFor(counsellorFile, staffing.permission).rows()} f join teacher t on t.tenant_id = ${db.me.tenantId} and t.id = f.teacher_id
        left join unnest(${colleges.map(([id]) => id)}::uuid[], ${colleges.map(([, college]) => college)}::uuid[]) c(department_id, college_id) on c.department_id = t.department_id
      where ${onDuty}`
  },
  by: { college: { label: '学院', of: entityGroup(sql`college_id`, department) } },
})
