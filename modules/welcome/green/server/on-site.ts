import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { cancel, refuseWith } from '#modules/workflow/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { welcomeScan } from '../../desk/model/scan.ts'
import { personAt, pointOf } from '../../desk/server/api.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { approveOnSite, siteCard } from '../model/application.ts'
import { greenChannel } from '../model/green-channel.ts'
import { duesOf, duesProblems, wantedOf } from './dues.ts'
import { grant } from './grant.ts'

const openOf = ({ db }: Pick<Ctx, 'db'>, studentId: string) => db.unscoped(greenChannel).all({ studentId, state: ['pending', 'returned'] }) // of whoever stands at the point
const card = handle(siteCard, async (ctx, who) => {
  const { batch } = await pointOf(ctx, who.pointId)
  const { member, isForDay } = await personAt(ctx, batch, who)
  const { db } = ctx
  const person = await db.unscoped(student).one(member.studentId) // as above
  const approved = await db.unscoped(greenChannel).all({ studentId: person.id, state: 'approved' }) // as above
  return {
    ...{ name: person.name, mustCheckId: isForDay, pending: (await openOf(ctx, person.id)).length > 0, deferred: approved.reduce((sum, r) => sum + r.deferred, 0) },
    lines: (await duesOf(db, person.id)).filter(d => d.owed > 0).map(({ payNow: _, ...due }) => due),
  }
})
/** 30-WG4: counts as counsellor, college and office; what was in approval ends with it. */
const approve = handle(approveOnSite, async (ctx, { idChecked, reasons, lines, loanReceiptCode, packages, expectedPay, note, ...who }) => {
  const { db, me, lang } = ctx
  const { point, batch } = await pointOf(ctx, who.pointId)
  const { member, isForDay } = await personAt(ctx, batch, who)
  if (isForDay && !idChecked) throw refusalOf(welcomeScan, 'idUnchecked', {}, 'idChecked')
  await db.unscoped(welcomeMember).lock(member.id) // two officers for one person wait for each other
  const { studentId } = member
  const person = await db.unscoped(student).one(studentId) // as above
  const wanted = wantedOf(lines)
  refuseWith(greenChannel, await duesProblems(db, studentId, wanted))
  for (const open of await openOf(ctx, studentId)) await cancel({ db, me, lang }, { bizType: greenChannel.name, bizId: open.id }, approveOnSite.label)
  const row = await db.insert(greenChannel, {
    ...{
      studentId,
      departmentId: person.departmentId,
      reasons,
      lines: wanted.map(w => ({ ...w, granted: null, left: null, closedOn: null })),
      loanReceiptCode: loanReceiptCode ?? null,
      packages: packages ?? [],
      expectedPay: expectedPay ?? null,
    },
    ...{ note: note ?? null, total: wanted.reduce((sum, w) => sum + w.defer, 0), hasLoanCode: Boolean(loanReceiptCode), onSite: true, pointId: point.id, state: 'approved' },
  })
  return grant(db, row)
})
export default [card, approve]
