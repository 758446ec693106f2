import { ownStudentId, type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { levelNames, levelNow, levelOrder } from '../../levels/server/api.ts'
import { rankOf } from '../../recognition/model/scoring.ts'
import { levelAdjustment } from '../model/adjustment.ts'
import { adjustmentApplication } from '../model/application.ts'
import { adjustmentSubject } from '../model/flow.ts'
import { LINK, takeEffect } from './adjust.ts'

/** An application raises a level, or gives one where there is none. */
async function validate(db: Db, who: StudentOf, toLevel: string): Promise<{ violations: Violation[]; now: string | null }> {
  const [now, order, nameOf] = [await levelNow(db, who.id), await levelOrder(db), await levelNames(db)]
  const level = now?.level ?? null
  const isHigher = rankOf(order, toLevel) < rankOf(order, level)
  return { now: level, violations: isHigher ? [] : [{ key: 'notHigher', values: { name: who.name, level: nameOf(level) }, field: 'toLevel' }] }
}
export default handleApplication(levelAdjustment, adjustmentApplication, {
  subject: adjustmentSubject,
  link: ({ id }) => `${LINK}?id=${id}`,
  validate: ({ db }, who, { toLevel }) => validate(db, who, toLevel),
  draft: ({ toLevel, reason, proofs }, valid) => ({ toLevel, reason, proofs: proofs ?? [], fromLevel: (valid as Awaited<ReturnType<typeof validate>>).now }),
  initial: async () => ({ kind: 'upgrade' as const }),
  taken: 'open',
  begin: async ({ db, me }) => ({ level: (await levelNow(db, ownStudentId(me)))?.level ?? null }),
  mine: async () => () => ({}),
  verbs: row => (row.state === 'noticed' ? ['answer'] : []),
  card: async (_ctx, { kind, fromLevel, toLevel, state }) => ({ kind: kind ?? 'upgrade', fromLevel, toLevel, state }),
  async describe(db, row, { name }) {
    const nameOf = await levelNames(db)
    return { title: { text: '{name} 申请提高为{level}', values: { name, level: nameOf(row.toLevel) } }, facts: {} }
  },
  async approved({ db }, row) {
    await studentsOf(db, [row.studentId], { lock: true })
    await takeEffect(db, row)
  },
}).registrations
