import { refusalOf } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'

/** GB/T 2260 codes are hierarchical: two digits for the province, four for the city. */
export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`
export const cityOf = (code: string): string => `${code.slice(0, 4)}00`
/** Prefix of the codes of a region and everything below it. */
export const prefixOf = (code: string): string => (code.endsWith('0000') ? code.slice(0, 2) : code.endsWith('00') ? code.slice(0, 4) : code)

export async function regionNames(db: Db): Promise<{ full: (code: string | null) => string | null; short: (code: string) => string; has: (code: string) => boolean }> {
  const all = await cantonsByCode(db)
  return {
    full: code => (code ? (all.get(code)?.fullName ?? all.get(code)?.name ?? code) : null),
    short: code => all.get(code)?.name ?? all.get(provinceOf(code))?.name ?? code,
    has: code => all.has(code),
  }
}
export async function mustKnow(db: Db, of: Parameters<typeof refusalOf>[0], code: string | null | undefined): Promise<void> {
  if (code && !(await regionNames(db)).has(code)) throw refusalOf(of, 'cantonUnknown', { code }, 'cantonCode')
}
/** Name of the region, shown in every list of trips and answers. */
export async function showRegions({ db }: Pick<Ctx, 'db'>, rows: ReadonlyArray<{ cantonCode: string | null; region?: unknown }>): Promise<void> {
  const { full } = await regionNames(db)
  for (const row of rows) row.region = full(row.cantonCode)
}
