import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { tsItem } from '../model/item.ts'
import { amountOf } from '../model/rules.ts'
import { tsCategory, tsScheme } from '../model/scheme.ts'
import { pointWarning, tsThreshold } from '../model/threshold.ts'
import { type Item, type PointDraft, postPoints } from './post-points.ts'

type Line = readonly [name: string, direction: 'add' | 'deduct', points: number, cap?: number]
const CONDUCT: Readonly<Record<string, readonly Line[]>> = {
  纪律: [
    ['上课迟到', 'deduct', 1],
    ['旷课', 'deduct', 3],
    ['晚归', 'deduct', 2],
    ['使用违章电器', 'deduct', 5],
  ],
  宿舍: [
    ['宿舍卫生优秀', 'add', 1, 5],
    ['宿舍卫生不合格', 'deduct', 1],
    ['文明宿舍', 'add', 2, 4],
  ],
  班级: [
    ['班级活动', 'add', 1, 6],
    ['好人好事', 'add', 2, 6],
    ['班干部履职', 'add', 3, 3],
  ],
}
const CREDIT = {
  ideology: ['思想成长', '主题团课', 1],
  practice: ['实践实习', '社会实践', 4],
  volunteer: ['志愿公益', '志愿服务', 2],
  innovation: ['创新创业', '创新创业讲座', 1],
  artsSports: ['文体活动', '校园文化节', 1],
  work: ['工作履历', '学生组织任职', 3],
  skill: ['技能特长', '技能竞赛参赛', 3],
} as const
/** Both kinds of schemes with items and a term of entries; a few students have lost much. */
export default (async db => {
  const officer = await demoAccount(db, 'officer')
  const pupils = await demoPupils(db)
  if (!officer || !pupils.length) return
  const items = [...(await conduct(db)), ...(await credit(db))]
  await thresholds(db, items)
  const random = randomOf(509)
  const drafts = pupils.flatMap(({ id: studentId, isOwn }, at): PointDraft[] => {
    const isLow = at % 20 === 7 && !isOwn
    const fitting = items.filter(i => (isLow ? i.direction === 'deduct' : i.direction === 'add' || at % 4 === 1))
    return Array.from({ length: isLow ? 15 : isOwn ? 8 : 4 }, (_, n) => {
      const item = isLow ? (fitting.find(i => i.name === '旷课') ?? random.pick(fitting)) : random.pick(fitting)
      const isDeduction = item.direction === 'deduct'
      const amount = amountOf(item.pointsMax) * (isDeduction ? -1 : 1)
      return {
        ...{ studentId, item, amount, occurredOn: day(-2 - 3 * n), recorderId: officer.id, reason: isDeduction ? item.name : null },
        sourceType: 'demo',
        sourceId: studentId,
        sourceSeq: n,
      }
    })
  })
  await postPoints(db, drafts, { tells: false })
  const talked = await db.unscoped(pointWarning).all({ action: 'talkTask' }, { sort: ['id'], limit: 2 }) // some of the demo's own
  for (const { id } of talked) await db.update(pointWarning, id, { talk: '了解旷课原因，约定每周来办公室一次，期末再看。', talkedOn: day(-1), talkedById: officer.id })
}) satisfies Demo
async function thresholds(db: Db, items: readonly Item[]): Promise<void> {
  const [conduct = '', credit = ''] = new Set(items.map(i => i.schemeId))
  await db.insertMany(tsThreshold, [
    { schemeId: conduct, comparison: 'lt', value: 80, action: 'warnFdy', isEnabled: true },
    { schemeId: conduct, comparison: 'lt', value: 60, action: 'talkTask', isEnabled: true },
    { schemeId: credit, comparison: 'ge', value: 1, action: 'notify', isEnabled: true },
    { schemeId: credit, comparison: 'lt', value: 6, action: 'graduationGate', isEnabled: true },
  ])
}
const itemOf = { unit: 'once', isEnabled: true } as const
async function conduct(db: Db): Promise<Item[]> {
  const { id: schemeId } = await db.insert(tsScheme, { name: '学生操行分', kind: 'conduct', period: 'term', baseScore: 100, minScore: 0, maxScore: 120, state: 'active' })
  const made: Item[] = []
  for (const [at, [name, lines]] of Object.entries(CONDUCT).entries()) {
    const { id: categoryId } = await db.insert(tsCategory, { schemeId, name, position: at })
    for (const [item, direction, points, cap] of lines)
      made.push(
        await db.insert(tsItem, {
          ...itemOf,
          schemeId,
          categoryId,
          code: `C${made.length + 1}`,
          name: item,
          direction,
          pointsMin: points,
          pointsMax: points,
          capPerPeriod: cap ?? null,
        }),
      )
  }
  return made
}
async function credit(db: Db): Promise<Item[]> {
  const { id: schemeId } = await db.insert(tsScheme, { name: '第二课堂成绩单', kind: 'credit', period: 'study', baseScore: 0, pointsPerCredit: 10, state: 'active' })
  const made: Item[] = []
  for (const [at, [growthCategory, [name, item, points]]] of Object.entries(CREDIT).entries()) {
    const { id: categoryId } = await db.insert(tsCategory, { schemeId, name, growthCategory, requiredMin: 4, cap: 30, position: at })
    const more = { ...itemOf, schemeId, categoryId, direction: 'add', capPerPeriod: 20 } as const
    made.push(await db.insert(tsItem, { ...more, code: `G${at + 1}`, name: item, pointsMin: points, pointsMax: points }))
  }
  return made
}
