import { isDate } from '#model'
import type { Returned } from '#modules/exchange/server/api.ts'
import { today } from '#server/base/today.ts'

const PROBLEMS = {
  other: '单号是别的名单',
  unknown: '名单上没有这一行',
  several: '账号和金额对得上的不止一行，请让银行带回序号',
  account: '账号与名单不一致',
  amount: '金额与名单不一致',
  unclear: '没有写明成功还是失败',
  twice: '同一笔在文件里出现了两次，结果不同',
} as const
type Problem = keyof typeof PROBLEMS
type ReturnedRow = Returned['rows'][number]
/** A line that a file took to the bank. */
export interface Sent {
  id: string
  seq: number | null
  cardNo: string | null
  amount: number
}
/** What the bank says became of a line. */
export interface Outcome<L> {
  line: L
  isPaid: boolean
  paidOn: string
  reason: string | null
}
/** The number of the list, and the field in which its file shows it. */
interface Named {
  no: string
  field: string
}
const MEANS: Readonly<Record<string, boolean>> = { paid: true, 成功: true, 交易成功: true, 已入账: true, failed: false, 失败: false, 交易失败: false, 退回: false }
/** 40-B4: by number and sequence, then account and amount; without a sequence by account and amount, where only one line has them. */
function matched<L extends Sent>(of: Named, lines: readonly L[], { values }: ReturnedRow): L | Problem {
  const { seq, cardNo, amount } = values
  const no = values[of.field]
  if (no !== undefined && String(no) !== of.no) return 'other'
  const fits = (line: L) => cardNo !== undefined && line.cardNo === String(cardNo).replace(/\s/g, '') && line.amount === amount
  const found = seq === undefined ? lines.filter(fits) : lines.filter(line => line.seq === Number(seq))
  const [line] = found
  if (!line) return 'unknown'
  if (found.length > 1) return 'several'
  if (cardNo !== undefined && line.cardNo !== String(cardNo).replace(/\s/g, '')) return 'account'
  return amount !== undefined && line.amount !== amount ? 'amount' : line
}
function outcomeOf<L>(line: L, { values }: ReturnedRow): Outcome<L> | Problem {
  const isPaid = MEANS[String(values.outcome ?? '')]
  if (isPaid === undefined) return 'unclear'
  const given = String(values.paidOn ?? '')
  return { line, isPaid, paidOn: isDate(given) ? given : today(), reason: values.failReason === undefined ? null : String(values.failReason).slice(0, 200) }
}
/** What a bank's file says of the lines that went to it, and which of its rows do not fit, with the reason as a text. */
export function judgeReturn<L extends Sent>(
  of: Named,
  lines: readonly L[],
  rows: readonly ReturnedRow[],
): { results: Array<Outcome<L>>; unmatched: Array<{ line: number; why: string }> } {
  const results = new Map<string, Outcome<L>>()
  const unmatched: Array<{ line: number; why: string }> = []
  for (const row of rows) {
    const line = matched(of, lines, row)
    const result = typeof line === 'string' ? line : outcomeOf(line, row)
    if (typeof result === 'string') unmatched.push({ line: row.line, why: PROBLEMS[result] })
    else if ((results.get(result.line.id)?.isPaid ?? result.isPaid) !== result.isPaid) unmatched.push({ line: row.line, why: PROBLEMS.twice })
    else results.set(result.line.id, result)
  }
  return { results: [...results.values()], unmatched }
}
