import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { NEUTRAL, type WorkKind, workLog } from '../model/work-log.ts'

const TALKS = [
  ['study', '期中两门课不及格，商量补习安排，约两周后再看', '本人愿意参加学习小组'],
  ['life', '刚换宿舍，和室友作息不一样，聊了怎么商量', '先自己和室友谈'],
  ['career', '想专升本还是就业拿不定主意，看了往年去向', '下周参加宣讲会'],
  ['aid', '家里今年收成不好，介绍了助学金和勤工助学', '准备申请材料'],
  ['relation', '和同学有误会，听了双方说法', '两人已和好'],
] as const
const OTHERS: ReadonlyArray<readonly [WorkKind, string, number]> = [
  ['classMeeting', '安全教育主题班会', 45],
  ['classMeeting', '学风建设主题班会', 45],
  ['lesson', '听“数据库应用”，出勤良好', 90],
  ['roomVisit', '走访宿舍，提醒用电安全', 60],
  ['duty', '夜间值班，无异常', 480],
  ['career', '简历修改和模拟面试', 90],
]
interface Held {
  teacherId: string
  studentId: string
  name: string
  since: string
}
/** Two terms of work logs; the demo's counsellor has drafts to confirm and somebody to talk to again today. */
export async function demoLogs(db: Db, students: number): Promise<void> {
  const random = randomOf(5082)
  const fdy = await demoAccount(db, 'fdy')
  const held = await db.query<Held>(sql`select c.teacher_id as "teacherId", s.id as "studentId", s.name, greatest(h."from", c.start_date)::text as since from class_staff_now c
    join student s on s.tenant_id = c.tenant_id and s.counselled_class_id = c.class_id and s.deleted_at is null
    join class_history h on h.tenant_id = s.tenant_id and h.student_id = s.id and h."to" is null and h.class_id = c.class_id
    where c.tenant_id = ${db.me.tenantId} and c.role = 'fdy' and c.is_primary order by c.teacher_id, s.student_no, s.id`)
  const of = [...Map.groupBy(held, h => h.teacherId)]
  if (!of.length) return
  const each = Math.ceil(sized(students, 6000, 90) / of.length)
  const logs = of.flatMap(([authorId, pupils]) =>
    Array.from({ length: each }, (_, n) => {
      const startedAt = moment(-(1 + ((n * 5 + random.int(0, 4)) % 200)), `${String(9 + (n % 8)).padStart(2, '0')}:30`)
      const fixed = { authorId, startedAt, state: 'submitted' as const, isLate: n % 17 === 3, source: 'manual' as const }
      const who = pupils[(n * 3) % pupils.length]
      if (n % 3 === 2 || !who || who.since > schoolDate(startedAt)) {
        const [kind, content, minutes] = random.pick(OTHERS)
        return { ...fixed, kind, content, minutes, people: null, studentIds: [] as string[], topics: null, talkContent: null, result: null }
      }
      const [topic, talkContent, result] = random.pick(TALKS)
      return { ...fixed, kind: 'talk' as const, content: null, minutes: 30, people: who.name, studentIds: [who.studentId], topics: [topic as string], talkContent, result }
    }),
  )
  await db.insertMany(workLog, logs, { history: false })
  const own = of.find(([id]) => id === fdy?.teacherId)?.[1]
  const [first, second] = own ?? []
  if (!fdy?.teacherId || !first || !second) return
  const mine = { authorId: fdy.teacherId, minutes: 15 }
  const draft = { ...mine, source: 'auto' as const, state: 'draft' as const, sourceType: 'demo' }
  const asked = { followUpOn: null as string | null, sourceId: null as string | null }
  await db.insertMany(
    workLog,
    [
      { ...draft, ...asked, kind: 'homeContact', startedAt: moment(-1, '16:20'), people: first.name, studentIds: [first.studentId], content: '与家长通电话', sourceId: 'a' },
      {
        ...draft,
        ...asked,
        kind: 'talk',
        startedAt: moment(-2, '10:10'),
        people: second.name,
        studentIds: [second.studentId],
        content: `请假 ${day(-1)} 至 ${day(3)}`,
        sourceId: 'b',
      },
      {
        ...{ ...mine, ...asked, source: 'manual', state: 'submitted', sourceType: null, kind: 'talk', startedAt: moment(-14, '15:30') },
        ...{ people: second.name, studentIds: [second.studentId], content: NEUTRAL, followUpOn: day(0) },
      },
    ],
    { history: false },
  )
}
