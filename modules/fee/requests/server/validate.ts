import type { InputOf } from '#model'
import { yuanText } from '#model/money.ts'
import type { Valid } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { requestApplication } from '../model/application.ts'
import { type LinePart, REQUEST_KINDS, type RequestKind } from '../model/fee-application.ts'
import { leastFirst, planOf, planProblem } from '../model/plan.ts'
import { freeCredit, holds, linesAsked, linesOfStudent, netOf, type OwnLine } from './own-lines.ts'
import { settingsOf } from './settings.ts'

type Applied = InputOf<typeof requestApplication.apply>
export type Form = Pick<Applied, 'kind'> & { [K in 'lineIds' | 'amount' | 'plan' | 'until']?: Applied[K] | undefined }
type Violations = Array<{ key: string; values?: Record<string, unknown>; field?: string }>
/** An application as it would be stored. */
export interface Judged extends Valid {
  lines: readonly OwnLine[]
  parts: readonly LinePart[]
  amount: number
}
const problem = (key: string, values: Record<string, unknown> = {}, field?: string): Violations => [{ key, values, ...(field ? { field } : {}) }]
export const idsOf = (lineIds: Form['lineIds']): string[] => [...new Set((lineIds ?? []).flatMap(id => id ?? []))]
/** What an application asks and what speaks against it. The student is locked where it is to be stored. */
export async function judge(db: Db, studentId: string, form: Form, exceptId: string | null): Promise<Judged> {
  const ids = idsOf(form.lineIds)
  const lines = await linesOfStudent(db, studentId, ids)
  const parts = partsOf(form, lines)
  const amount = lines.length ? parts.reduce((sum, p) => sum + p.amount, 0) : (form.amount ?? 0)
  const violations =
    lines.length < ids.length
      ? problem('unknown', {}, 'lineIds')
      : [...(await askedAlready(db, lines, exceptId)), ...(await RULES[form.kind](db, { studentId, form, lines, amount, exceptId }))]
  return { violations, lines, parts, amount }
}
/** What each line is relieved of, gives back, or puts off. */
function partsOf({ kind, amount }: Form, lines: readonly OwnLine[]): LinePart[] {
  const single = lines.length === 1 ? amount : null
  return lines.map(line => {
    if (kind === 'reduction') return { lineId: line.id, amount: single ?? 0 }
    return { lineId: line.id, amount: kind === 'refund' ? (single ?? netOf(line)) : line.owed }
  })
}
async function askedAlready(db: Db, lines: readonly OwnLine[], exceptId: string | null): Promise<Violations> {
  const open = await linesAsked(
    db,
    lines.map(l => l.id),
    exceptId,
  )
  return lines.flatMap(l => {
    const kind = open.get(l.id) as RequestKind | undefined
    return kind ? problem('open', { item: l.item, kind: { text: REQUEST_KINDS[kind] } }, 'lineIds') : []
  })
}
interface Asks {
  studentId: string
  form: Form
  lines: readonly OwnLine[]
  amount: number
  exceptId: string | null
}
const mustOwe = (lines: readonly OwnLine[]): Violations => lines.flatMap(l => (l.owed > 0 ? [] : problem('settled', { item: l.item }, 'lineIds')))
const onlyOne = (kind: RequestKind, lines: readonly OwnLine[]): Violations => {
  const named = { kind: { text: REQUEST_KINDS[kind] } }
  return lines.length === 1 ? [] : problem(lines.length ? 'many' : 'lines', named, 'lineIds')
}
async function instalment(db: Db, { form, lines }: Asks): Promise<Violations> {
  const [line] = lines
  const wrong = [...onlyOne('instalment', lines), ...mustOwe(lines)]
  if (wrong.length || !line) return wrong
  if (line.instalments?.some(part => part.date >= today())) return problem('running', { item: line.item }, 'lineIds')
  const plan = planOf(form.plan)
  const { firstPercent } = await settingsOf(db)
  const bounds = { owed: line.owed, from: today(), until: line.yearEnd, firstPercent }
  const key = planProblem(plan, bounds)
  const sum = plan.reduce((total, part) => total + part.amount, 0)
  return key ? problem(key, { day: line.yearEnd, owed: yuanText(line.owed), sum: yuanText(sum), least: yuanText(leastFirst(bounds)), percent: firstPercent }, 'plan') : []
}
async function deferral(_db: Db, { form: { until }, lines }: Asks): Promise<Violations> {
  if (!lines.length) return problem('lines', { kind: { text: REQUEST_KINDS.deferral } }, 'lineIds')
  const yearEnd = lines.map(l => l.yearEnd).sort()[0] ?? ''
  if (!until) return [...mustOwe(lines), ...problem('until', {}, 'until')]
  if (until <= today()) return [...mustOwe(lines), ...problem('untilPast', {}, 'until')]
  return [...mustOwe(lines), ...(until > yearEnd ? problem('untilYear', { day: yearEnd }, 'until') : [])]
}
async function reduction(_db: Db, { form: { amount }, lines }: Asks): Promise<Violations> {
  const [line] = lines
  const wrong = onlyOne('reduction', lines)
  if (wrong.length || !line) return wrong
  if (!amount) return problem('amount', {}, 'amount')
  return amount > netOf(line) ? problem('over', { item: line.item, most: yuanText(netOf(line)), amount: yuanText(amount) }, 'amount') : []
}
async function refund(db: Db, { studentId, lines, amount, exceptId }: Asks): Promise<Violations> {
  if (lines.length) return lines.flatMap(l => mayGiveBack(l, lines.length === 1 ? amount : netOf(l)))
  if (!amount) return problem('amount', {}, 'amount')
  const most = await freeCredit(db, studentId, exceptId)
  return amount > most ? problem('credit', { most: yuanText(most), amount: yuanText(amount) }, 'amount') : []
}
/** 40-F14: what is given back by month follows from leaving; the rest may be asked for. */
function mayGiveBack(line: OwnLine, amount: number): Violations {
  const { item } = line
  if (line.refundRule === 'none') return problem('notRefunded', { item }, 'lineIds')
  if (line.refundRule === 'byMonth') return problem('leaving', { item }, 'lineIds')
  if (!holds(line)) return problem('nothing', { item }, 'lineIds')
  return amount > netOf(line) ? problem('over', { item, most: yuanText(netOf(line)), amount: yuanText(amount) }, 'amount') : []
}
const RULES: Readonly<Record<RequestKind, (db: Db, asks: Asks) => Promise<Violations>>> = { instalment, deferral, reduction, refund }
