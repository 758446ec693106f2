import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { deferLines, handIn } from '#modules/fee/server/api.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { greenChannel } from '../model/green-channel.ts'

const DAYS = 90
const NOTES = ['母亲长期生病，家里靠父亲打工', '生源地贷款已办好，还没有到账', '今年受灾，收成不好', null] as const // verbatim
const REASONS = [['hardship'], ['loan'], ['disaster', 'hardship'], ['hardship', 'loan']] as const
const TUITION = 550_000
/** Every so many of the newest grade have their bill already; half of them pay later. */
const EACH = 7
export async function demoGreen(db: Db, batchId: string, year: number): Promise<void> {
  const item = await db.unscoped(chargeItem).find({ code: 'tuition' }) // demo data
  if (!item) return
  const people = await db.query<{ id: string; name: string; departmentId: string | null }>(sql`select s.id, s.name, s.department_id as "departmentId"
    from welcome_member m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
    where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batchId} and (s.name = '新同学' or abs(hashtext(m.student_id::text || 'green')) % ${EACH} = 0) order by s.id`) // verbatim
  const bills = people.map(({ id, name }) => ({
    ...{ sourceType: 'welcome', sourceId: id, sourceSeq: '1', payer: { type: 'student' as const, id, name }, item: item.code, amount: TUITION },
    ...{ xn: `${year}-${year + 1}`, dueDate: day(20), explain: {} },
  }))
  const lineIds = await handIn(db, bills)
  const later = people.flatMap(({ id, departmentId }, n) => (n % 2 ? [{ studentId: id, departmentId, lineId: lineIds[n] ?? '' }] : []))
  const until = addDays(day(0), DAYS)
  const granted = await deferLines(
    db,
    later.map(({ studentId, lineId }) => ({ studentId, lineId, amount: TUITION })),
    until,
  )
  await db.insertMany(
    greenChannel,
    later.map(({ studentId, departmentId, lineId }, n) => {
      const amount = granted.get(lineId) ?? 0
      return {
        ...{
          studentId,
          departmentId,
          reasons: [...(REASONS[n % REASONS.length] ?? REASONS[0])],
          note: NOTES[n % NOTES.length] ?? null,
          packages: n % 3 ? [] : ['bedding' as const],
        },
        ...{ lines: [{ lineId, defer: TUITION, granted: amount, left: amount, closedOn: null }], total: TUITION, deferred: amount, until },
        ...{ hasLoanCode: n % 4 === 1, loanReceiptCode: n % 4 === 1 ? `D${100_000 + n}` : null, onSite: n % 2 === 0, state: 'approved' as const },
      }
    }),
    { history: false },
  )
}
