import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { awardItem } from '../model/award-item.ts'

const single = (amount: number | null) => [{ name: '不分等级', amount, figure: null, share: null }]
const rank = (value: number) => [
  { name: '在读', when: { fact: 'student.status', op: 'eq', value: 'active' } },
  { name: `学习成绩排名前 ${value}%`, when: { fact: 'cqa.studyRankShare', op: 'le', value } },
]
const GIFTS = [
  { code: 'XY', name: '校友励学奖', donor: '校友会', amount: 3000_00 },
  { code: 'HY', name: '恒远科技奖学金', donor: '恒远科技有限公司', amount: 5000_00 },
  { code: 'LX', name: '李秀兰助学奖', donor: '李秀兰女士', amount: 2000_00 },
] as const
/** Further items besides those that each school begins with; three of them out of gifts, with funds of their own. */
export async function demoItems(db: Db): Promise<void> {
  const plain = { category: 'honour', awardGrade: 'school', subject: 'student', levels: single(null) } as const
  const more = [
    { ...plain, code: 'SJ', name: '省优秀毕业生', awardGrade: 'provincial', isReported: true, conditions: rank(20) },
    { ...plain, code: 'ZY', name: '志愿服务先进个人', conditions: [] },
    { ...plain, code: 'KJ', name: '科技创新奖', category: 'scholarship', levels: single(1500_00), conditions: rank(50) },
  ] as const
  const gifts = []
  for (const { amount, ...gift } of GIFTS) {
    const { id: fundId } = await db.insert(fundAccount, { code: `JZ${gift.code}`, name: gift.name, sourceKind: 'donor', donorName: gift.donor, year: Number(day(0).slice(0, 4)) })
    gifts.push({
      ...gift,
      category: 'scholarship',
      awardGrade: 'donor',
      subject: 'student',
      levels: single(amount),
      fundId,
      conditions: rank(40),
      donorFrom: day(-900),
      donorUntil: day(400),
    })
  }
  await db.insertMany(awardItem, [...more, ...gifts] as never, { history: false })
}
