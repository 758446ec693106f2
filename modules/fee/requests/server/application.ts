import type { Row } from '#model'
import { yuanOf, yuanText } from '#model/money.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { requestApplication } from '../model/application.ts'
import { feeApplication, REQUEST_KINDS } from '../model/fee-application.ts'
import { requestSubject } from '../model/flow.ts'
import { leastFirst, planOf } from '../model/plan.ts'
import { cardOf } from './approval-card.ts'
import { carryOut } from './carry-out.ts'
import { freeCredit, linesOfStudent, type OwnLine, shownLine } from './own-lines.ts'
import { settingsOf } from './settings.ts'
import { idsOf, type Judged, judge } from './validate.ts'

export type Request = Row<typeof feeApplication>
const CREDIT = '预存'
const itemsOf = (lines: readonly OwnLine[]): string => [...new Set(lines.map(l => l.item))].join('、').slice(0, 200) || CREDIT
/** 缓缴、分期、减免、退费 as kinds of one application: their rules, and what follows from approval. */
export const requests = handleApplication<typeof feeApplication, typeof requestApplication, StudentOf, Judged>(feeApplication, requestApplication, {
  subject: requestSubject,
  link: ({ id }) => `/fee/requests/mine?id=${id}`,
  copyPage: '/fee/request',
  // what is computed when a student leaves is the program's, and shown to both people of finance
  validate: async ({ db }, who, form, { row, given }) => (given.parts ? proposed(db, who.id, given.parts) : judge(db, who.id, form, row?.id ?? null)),
  formOf: row => ({ ...row, lineIds: row.lineIds ?? [], plan: planOf(row.plan), files: row.files ?? [] }),
  draft: (form, { lines, parts, amount }) => ({
    ...{ kind: form.kind, lineIds: idsOf(form.lineIds), amount: amount || null, until: form.kind === 'deferral' ? (form.until ?? null) : null },
    ...{ plan: form.kind === 'instalment' ? planOf(form.plan) : null, reason: form.reason, files: form.files ?? [], items: itemsOf(lines), parts },
  }),
  async begin({ db, me }) {
    const studentId = me.studentId ?? ''
    const lines = await linesOfStudent(db, studentId)
    return { lines: lines.map(shownLine), credit: await freeCredit(db, studentId, null), firstPercent: (await settingsOf(db)).firstPercent }
  },
  async preview({ db }, who, { kind, lineIds, amount, until }) {
    const judged = await judge(db, who.id, { kind, lineIds, amount, until, plan: null }, null)
    const { firstPercent } = await settingsOf(db)
    const [line] = judged.lines
    const isPlanned = kind === 'instalment' && judged.lines.length === 1
    const answer = {
      amount: judged.amount,
      least: isPlanned && line ? leastFirst({ owed: line.owed, firstPercent }) : 0,
      lastDay: line?.yearEnd ?? null,
      isCredit: kind === 'refund' && !judged.lines.length,
    }
    // the plan is drawn up on the page, and judged when it is sent
    const violations = judged.violations.filter(v => !(isPlanned && v.key === 'planParts'))
    return { answer, violations, row: { kind, lineIds: idsOf(lineIds), amount: judged.amount, until, items: itemsOf(judged.lines) } }
  },
  card: cardOf,
  describe: async (_db, row, { name }) => ({
    title: { text: '{name} 申请{kind}：{items}', values: { name, kind: { text: REQUEST_KINDS[row.kind] }, items: row.items } },
    summary: row.amount ? { text: '涉及 {amount} 元', values: { amount: yuanText(row.amount) } } : { text: row.items },
    facts: { yuan: yuanOf(row.amount ?? 0) },
  }),
  approved: carryOut,
  rejected: async ({ db }, row) => void (await db.update(feeApplication, row.id, { decidedAt: new Date().toISOString() })),
})
async function proposed(db: Db, studentId: string, parts: NonNullable<Request['parts']>): Promise<Judged> {
  const lines = await linesOfStudent(
    db,
    studentId,
    parts.map(p => p.lineId),
  )
  return { violations: [], lines, parts, amount: parts.reduce((sum, p) => sum + p.amount, 0) }
}
export default requests.registrations
