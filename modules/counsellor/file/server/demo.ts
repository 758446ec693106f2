import { teacher } from '#modules/campus/model/people.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { randomOf } from '#server/demo/random.ts'
import { counsellorFile, DUTY_KINDS, fdyDuty } from '../model/counsellor-file.ts'
import { fdyTraining } from '../model/training.ts'

const DUTIES = fdyDuty.items.map(({ key }) => key)
const TRAININGS = [
  ['school', '新学期辅导员例会专题学习', 8],
  ['school', '危机事件应对演练', 8],
  ['school', '学生资助政策培训', 4],
  ['provincial', '全省高校辅导员骨干培训班', 40],
  ['national', '全国高校辅导员网络培训', 48],
] as const
/** A file for everybody who counsels, with trainings; some lack hours, and colleges with many students lack counsellors. */
export async function demoFiles(db: Db): Promise<void> {
  const random = randomOf(5081)
  const people = await db.unscoped(teacher).all({ staffCategory: ['fullFdy', 'partFdy'], status: 'active' }, { sort: ['staffNo'] }) // the demo's own
  const files = people.map(({ id, staffCategory, title }, n) => {
    const since = random.int(200, 3600)
    const kinds = Object.keys(DUTY_KINDS) as Array<keyof typeof DUTY_KINDS>
    const dutyKind = staffCategory === 'partFdy' ? ('partTime' as const) : n % 11 === 5 ? (kinds[2 + (n % 2)] ?? 'fullTime') : ('fullTime' as const)
    return {
      ...{ teacherId: id, dutyKind, onDutyFrom: day(-since), degree: random.pick(['3', '4', '2']), major: random.pick(['思想政治教育', '教育学', '计算机科学', '管理学']) },
      ...{
        title,
        rank: random.pick(['clerk', 'deputySection', 'section']),
        abilityLevel: random.pick(['junior', 'junior', 'middle', 'senior'] as const),
      },
      ...{ strengths: [...new Set([random.pick(DUTIES), random.pick(DUTIES)])], dutyPhone: `139${String(20_000_000 + n * 7919).slice(0, 8)}` },
      resume: [{ from: day(-since - 900), to: day(-since), unit: '本校', post: '教师' }],
      honours: n % 6 === 0 ? [{ name: '校优秀辅导员', on: day(-random.int(30, since)), by: '学校' }] : [],
    }
  })
  await db.insertMany(counsellorFile, files, { history: false })
  const trainings = files.flatMap(({ teacherId }, n) =>
    TRAININGS.filter((_, i) => (n + i) % 4 !== 0).map(([level, name, hours], i) => {
      const on = day(-(i * 45 + (n % 40) + 3))
      return { teacherId, level, name, hours, from: on, to: on }
    }),
  )
  await db.insertMany(fdyTraining, trainings, { history: false })
}
