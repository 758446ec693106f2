import { refusalOf } from '#model'
import { readReturn, usable } from '#modules/exchange/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { loanArrivalFile } from '../model/arrival.ts'

export const DATASET = 'loanArrival'
/** A payment as a file says it. */
export interface ArrivalRow {
  line: number
  contractNo: string | null
  idNo: string | null
  name: string | null
  amount: number
  arrivedOn: string
  bankSeq: string
}
export interface ArrivalFile {
  name: string
  sha256: string
  rows: ArrivalRow[]
}
const MOST_NAMED = 10
const DAY = /^\d{4}-\d{2}-\d{2}$/
const textOf = (value: string | number | undefined): string | null => (value === undefined ? null : String(value).trim() || null)
const tidy = (text: string | null): string | null => text?.replace(/\s/g, '').toUpperCase() ?? null
/** Reads a file of arrivals by its profile (40-X5). Rows whose amount or day is none refuse all of it, named by their lines. */
export async function readArrivals(ctx: Ctx, profileId: string, fileId: string): Promise<ArrivalFile> {
  const { profile } = await usable(ctx, profileId)
  if (profile.dataset !== DATASET) throw refusalOf(loanArrivalFile, 'profile', { name: profile.name }, 'profileId')
  const { name, sha256, rows } = await readReturn(ctx.db, profileId, fileId)
  if (!rows.length) throw refusalOf(loanArrivalFile, 'empty')
  const read = rows.map(({ line, values }) => ({
    ...{ line, contractNo: tidy(textOf(values.contractNo)), idNo: tidy(textOf(values.idNo)), name: textOf(values.name), amount: Number(values.amount) },
    ...{ arrivedOn: textOf(values.arrivedOn) ?? '', bankSeq: tidy(textOf(values.bankSeq)) ?? '' },
  }))
  const bad = read.filter(r => !Number.isSafeInteger(r.amount) || r.amount <= 0 || !DAY.test(r.arrivedOn))
  if (bad.length) throw refusalOf(loanArrivalFile, 'bad', { lines: bad.slice(0, MOST_NAMED).map(r => r.line) })
  const seen = new Set<string>()
  for (const { line, bankSeq } of read) {
    if (seen.has(bankSeq)) throw refusalOf(loanArrivalFile, 'twice', { line, bankSeq })
    seen.add(bankSeq)
  }
  return { name, sha256, rows: read }
}
