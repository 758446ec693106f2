import { monthAfter } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { observationReport, punishmentLift } from '../model/lift.ts'

const TEXT = '本月学习了校规校纪，参加了志愿服务，对自己的错误有了更深的认识。'
/** Reports of those on probation, and the applications by which others were lifted. */
export default async function demoLifting(db: Db): Promise<void> {
  const running = await db.unscoped(punishment).all({ state: 'inForce', decidedLevel: 'probation' } as never) // demo data
  const lifted = await db.unscoped(punishment).all({ state: 'lifted' }) // demo data
  const months = [monthAfter(today(), -2), monthAfter(today(), -1)]
  await db.insertMany(
    observationReport,
    [...running, ...lifted.slice(0, 1)].flatMap(({ id: punishmentId, studentId }) =>
      months.map((month, n) => ({ punishmentId, studentId, month, text: TEXT, ...(n ? {} : { counsellorComment: '有进步，继续保持。', rating: 'good' as const }) })),
    ),
    { history: false },
  )
  await db.insertMany(
    punishmentLift,
    lifted.map(({ id: punishmentId, studentId }, n) => ({
      punishmentId,
      studentId,
      statement: '处分期内遵守校规，学习认真。',
      merit: n ? null : '获校级竞赛奖',
      state: 'approved' as const,
    })),
    { history: false },
  )
}
