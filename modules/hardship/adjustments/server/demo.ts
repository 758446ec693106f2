import { demoPupils } from '#modules/student/server/demo-people.ts'
import { day } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { aidLevelSpan } from '../../levels/model/span.ts'
import { setLevels } from '../../levels/server/api.ts'
import { levelAdjustment } from '../model/adjustment.ts'
import { levelCheck } from '../model/check.ts'
import { drawOfTerm } from './checks.ts'

const ANSWER = 3
const REASONS = ['母亲 10 月突发疾病住院，自付较多', '家中房屋受暴雨损坏', '父亲失业，家庭没有稳定收入'] as const

/** Levels raised since the recognition, one that was told to be lowered, and the checks of the term, half of them done. */
export default (async (db, { students }) => {
  const spans = (await db.unscoped(aidLevelSpan).all({ 'from.le': day(0), 'to.ge': day(0), level: ['hard', 'general'] }, { sort: ['createdAt'] })).slice(0, sized(students, 120, 8)) // demo data
  const pupils = new Map((await demoPupils(db)).map(p => [p.id, p]))
  const raised = spans.slice(0, -2)
  const place = (studentId: string) => ({ departmentId: pupils.get(studentId)?.departmentId ?? null, classId: pupils.get(studentId)?.classId ?? null })
  await db.insertMany(
    levelAdjustment,
    raised.map((s, n) => ({
      ...place(s.studentId),
      studentId: s.studentId,
      kind: 'upgrade' as const,
      fromLevel: s.level,
      toLevel: 'special',
      reason: REASONS[n % REASONS.length] ?? '',
      state: 'effective' as const,
    })),
    { history: false },
  )
  await setLevels(
    db,
    raised.map(s => ({ studentId: s.studentId, level: 'special', from: day(-7), to: s.to, cause: 'adjusted' as const, endCause: 'adjusted' as const })),
  )
  await db.insertMany(
    levelAdjustment,
    spans.slice(-2).map((s, n) => ({
      ...{ ...place(s.studentId), studentId: s.studentId, kind: 'exit' as const, fromLevel: s.level, reason: '家庭收入明显好转', answerBy: day(ANSWER) },
      ...(n ? { state: 'answered' as const, answer: '父亲的工作是临时的，合同到年底' } : { state: 'noticed' as const }),
    })),
    { history: false },
  )
  await drawOfTerm(db)
  const checks = await db.unscoped(levelCheck).all({ state: 'open' }, { sort: ['createdAt'] }) // demo data
  await db.updateMany(
    levelCheck,
    checks.filter((_, n) => n % 2).map(({ id }) => ({ id, state: 'done' as const, result: 'unchanged' as const, talk: '谈话了解，家庭情况没有明显变化' })),
    { history: false },
  )
}) satisfies Demo
