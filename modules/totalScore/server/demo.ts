import { studentsOf } from '#modules/student/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { pointSubject } from '../model/flow.ts'
import { tsItem } from '../model/item.ts'
import { pointEntry } from '../model/ledger.ts'
import { pointObjection } from '../model/objection.ts'
import { pointApplication } from '../model/point-application.ts'
import { amountOf, pointsOf } from '../model/rules.ts'
import { tsCategory, tsScheme } from '../model/scheme.ts'
import { pointWarning, tsThreshold } from '../model/threshold.ts'
import { SOURCE } from './application.ts'
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
    const fitting = items.filter(i => (isLow ? i.direction === 'deduct' : i.direction === 'add' || at % 4 === 1)).filter(i => i.source === 'recorder')
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
  await requests(db, items, pupils, officer.id)
  const talked = await db.unscoped(pointWarning).all({ action: 'talkTask' }, { sort: ['id'], limit: 2 }) // some of the demo's own
  for (const { id } of talked) await db.update(pointWarning, id, { talk: '了解旷课原因，约定每周来办公室一次，期末再看。', talkedOn: day(-1), talkedById: officer.id })
}) satisfies Demo
/** What students have applied for, and what they do not agree with. */
async function requests(db: Db, items: readonly Item[], pupils: ReadonlyArray<{ id: string; isOwn: boolean }>, officerId: string): Promise<void> {
  const of = items.find(i => i.source === 'apply')
  const asking = [...pupils.filter(p => p.isOwn), ...pupils.filter(p => !p.isOwn).slice(0, 5)]
  const students = await studentsOf(
    db,
    asking.map(p => p.id),
  )
  for (const [n, { id: studentId }] of asking.entries()) {
    const [who, state] = [students.get(studentId), n % 2 ? ('pending' as const) : ('approved' as const)]
    if (!of || !who) continue
    const { departmentId, classId } = who
    const row = await db.insert(pointApplication, {
      studentId,
      departmentId,
      classId,
      itemId: of.id,
      occurredOn: day(-9 - n),
      points: 3,
      what: '参加暑期“三下乡”社会实践',
      total: 3,
      proofs: [],
      state,
    })
    if (state === 'pending') await submit({ db, me: db.me, lang: 'zh-cn' }, pointSubject, row)
    else
      await postPoints(db, [{ studentId, item: of, amount: amountOf(3), occurredOn: day(-9 - n), reason: row.what, sourceType: SOURCE, sourceId: row.id, sourceSeq: 1 }], {
        tells: false,
      })
  }
  const lost = (await db.unscoped(pointEntry).all({ kind: 'counted', 'reason.isNull': false }, { sort: ['id'], limit: 50 })).filter(e => e.amount < 0).slice(0, 3) // some of the demo's own
  for (const { id: entryId, amount, studentId, schemeId, itemId, occurredOn, grade, departmentId, majorId, classId } of lost)
    await db.insert(pointObjection, {
      ...{ entryId, studentId, schemeId, itemId, occurredOn, grade, departmentId, majorId, classId, points: pointsOf(amount) },
      ...{ grounds: '当天已向任课老师请假。', state: 'dismissed', answer: '经与任课老师核实，当天没有请假。', answeredById: officerId, answeredAt: new Date().toISOString() },
    })
}
async function thresholds(db: Db, items: readonly Item[]): Promise<void> {
  const [conduct = '', credit = ''] = new Set(items.map(i => i.schemeId))
  await db.insertMany(tsThreshold, [
    { schemeId: conduct, comparison: 'lt', value: 80, action: 'warnFdy', isEnabled: true },
    { schemeId: conduct, comparison: 'lt', value: 60, action: 'talkTask', isEnabled: true },
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
  const [, practice, volunteer] = made
  const ofEvidence = { ...itemOf, schemeId, direction: 'add', source: 'evidence', capPerPeriod: 20 } as const
  if (practice && volunteer)
    made.push(
      await db.insert(tsItem, {
        ...ofEvidence,
        categoryId: volunteer.categoryId,
        code: 'G9',
        name: '志愿服务时长',
        pointsMin: 0.5,
        pointsMax: 0.5,
        unit: 'hour',
        evidenceKind: 'volunteer',
      }),
      await db.insert(tsItem, { ...ofEvidence, categoryId: practice.categoryId, code: 'G10', name: '实践佐证', pointsMin: 2, pointsMax: 2, evidenceKind: 'practice' }),
    )
  if (practice)
    made.push(
      await db.insert(tsItem, {
        ...itemOf,
        ...{ schemeId, categoryId: practice.categoryId, code: 'G8', name: '暑期社会实践（申请）', direction: 'add', pointsMin: 1, pointsMax: 5, capPerPeriod: 10 },
        ...{ source: 'apply', applyWithinDays: 60, needsProof: true },
      }),
    )
  return made
}
