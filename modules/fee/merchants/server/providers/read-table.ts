import { isUtf8 } from 'node:buffer'
import { open, readFile } from 'node:fs/promises'
import { Refusal } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { dbaseLines, workbookLines } from '#server/spreadsheets/plain-lines.ts'
import type { StatementFile, StatementRow } from '../../model/provider.ts'
import { StatementFault, type UploadedFile } from './adapter.ts'
import { csvLines } from './unzip.ts'

/** Titles by which banks and platforms name their columns, in small letters. */
const TITLES = {
  orderNo: ['商户订单号', '订单号', '凭证号', '单号', 'orderno', 'order_no', 'slipno'], // verbatim
  refundNo: ['商户退款单号', '退款单号', 'refundno', 'refund_no'], // verbatim
  txnNo: ['交易流水号', '银行流水号', '交易号', '流水号', 'txnno', 'serialno', 'traceno'], // verbatim
  amount: ['交易金额', '金额', '贷方发生额', '发生额', 'amount', 'amt'], // verbatim
  fee: ['手续费', 'fee'], // verbatim
  at: ['交易时间', '交易日期', '入账日期', '日期', 'time', 'date', 'txndate'], // verbatim
  kind: ['交易类型', '业务类型', '类型', 'kind', 'type'], // verbatim
  merchantNo: ['商户号', '收款账号', '账号', 'merchantno', 'acctno'], // verbatim
} as const
type Column = keyof typeof TITLES
const NEEDED: readonly Column[] = ['amount', 'at']
const SCAN = 20
const MOST_ROWS = 200_000

/** A file of a bank with one payment or refund a row: xlsx, dBase, or CSV in UTF-8 or GBK. Columns are found by their titles, amounts are yuan. */
export async function readTable(file: UploadedFile): Promise<StatementFile> {
  const lines = await linesOf(file)
  const at = lines.slice(0, SCAN).findIndex(cells => NEEDED.every(name => columnIn(cells, name) >= 0))
  if (at < 0) throw new StatementFault(NEEDED.map(name => TITLES[name][0]).join('、'))
  const head = lines[at] ?? []
  const found = (Object.keys(TITLES) as Column[]).map(name => [name, columnIn(head, name)] as const)
  const rows = lines.slice(at + 1).map(cells => Object.fromEntries(found.map(([name, n]) => [name, cells[n] ?? ''])) as Record<Column, string>)
  return { merchantNo: rows.map(r => r.merchantNo).find(Boolean) ?? null, rows: rows.flatMap(rowOf) }
}
const columnIn = (cells: readonly string[], name: Column): number => cells.findIndex(cell => (TITLES[name] as readonly string[]).includes(cell.toLowerCase()))
function rowOf(row: Record<Column, string>): StatementRow[] {
  const [amount, at] = [fenOf(row.amount), instantOf(row.at)]
  if (amount === undefined || !at || (!row.orderNo && !row.txnNo)) return [] // sums and remarks below the rows
  const common = { orderNo: row.orderNo, txnNo: row.txnNo || row.refundNo || row.orderNo, amount: Math.abs(amount), fee: fenOf(row.fee) ?? 0, at }
  const isRefund = amount < 0 || row.kind.includes('退') || row.refundNo !== '' // verbatim
  return [isRefund ? { ...common, kind: 'refund', refundNo: row.refundNo } : { ...common, kind: 'payment' }]
}
function fenOf(text: string): number | undefined {
  const plain = text.replace(/[,，￥¥\s]/g, '')
  return /^-?\d{1,12}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}
function instantOf(text: string): string | undefined {
  const [, y, m, d, time] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)[ T]?(\d\d:?\d\d(?::?\d\d)?)?/.exec(text) ?? []
  if (!d) return undefined
  const clock = (time ?? '0000').replaceAll(':', '').padEnd(6, '0')
  return schoolInstant(`${y}-${m}-${d}`, `${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}`)
}
async function linesOf({ name, path }: UploadedFile): Promise<string[][]> {
  const handle = await open(path, 'r')
  const { buffer: head } = await handle.read(Buffer.alloc(4), 0, 4, 0).finally(() => handle.close())
  try {
    if (head.toString('latin1').startsWith('PK')) return await workbookLines(path, name, MOST_ROWS)
    const bytes = await readFile(path)
    if (name.toLowerCase().endsWith('.dbf')) return dbaseLines(bytes, MOST_ROWS)
    return csvLines(isUtf8(bytes) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : new TextDecoder('gbk').decode(bytes))
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw new StatementFault((fault as Error).message, { cause: fault })
  }
}
