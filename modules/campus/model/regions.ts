/** Rules of GB/T 2260 codes, without a database. */
export type CantonLevel = 'province' | 'city' | 'area'
export interface CantonRow {
  code: string
  name: string
  level: CantonLevel
  parentCode: string | null
  fullName: string
}
export const levelOf = (code: string): CantonLevel => (code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'area')
export const parentOf = (code: string): string | null => (levelOf(code) === 'province' ? null : levelOf(code) === 'city' ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`)

const MUNICIPALITIES = ['110000', '120000', '310000', '500000']
/** Name of a collective row between a province and its directly administered counties, which the code book omits. */
export function collectiveName(code: string): string | undefined {
  if (levelOf(code) !== 'city') return undefined
  const province = `${code.slice(0, 2)}0000`
  if (code.slice(2, 4) === '90') return province === '650000' ? '自治区直辖县级行政区划' : '省直辖县级行政区划' // verbatim
  if (!MUNICIPALITIES.includes(province)) return undefined
  return { '01': '市辖区', '02': '县' }[code.slice(2, 4)] // verbatim
}
/** The code book with complete ancestor chains: adds or names collective rows, fills parents and full names. */
export function completeRegions(book: ReadonlyArray<{ code: string; name: string }>): CantonRow[] {
  const names = new Map(book.map(row => [row.code, row.name]))
  for (const { code } of book) {
    const parent = parentOf(code)
    const name = parent && collectiveName(parent)
    if (parent && name) names.set(parent, name)
  }
  const full = (code: string): string => {
    const parent = parentOf(code)
    const own = collectiveName(code) ? '' : (names.get(code) ?? '')
    return parent && names.has(parent) ? full(parent) + own : own
  }
  return [...names].sort(([a], [b]) => a.localeCompare(b)).map(([code, name]) => ({ code, name, level: levelOf(code), parentCode: parentOf(code), fullName: full(code) || name }))
}
/** Codes without a parent: an edition containing any is refused. */
export const orphans = (rows: ReadonlyArray<{ code: string }>): string[] => {
  const codes = new Set(rows.map(r => r.code))
  return rows.map(r => r.code).filter(code => parentOf(code) !== null && !codes.has(parentOf(code) as string))
}

export interface Edition {
  added: CantonRow[]
  renamed: Array<{ code: string; from: string; to: string }>
  abolished: Array<{ code: string; name: string; successor: string | null }>
}
/** Difference to a new edition. A removed code is succeeded by the new code of the same name in the same province, if unique. */
export function compareEditions(current: ReadonlyArray<Pick<CantonRow, 'code' | 'name'>>, next: readonly CantonRow[]): Edition {
  const before = new Map(current.map(r => [r.code, r.name]))
  const after = new Map(next.map(r => [r.code, r]))
  const added = next.filter(r => !before.has(r.code))
  return {
    added,
    renamed: next.flatMap(r => (before.has(r.code) && before.get(r.code) !== r.name ? [{ code: r.code, from: before.get(r.code) as string, to: r.name }] : [])),
    abolished: current.filter(r => !after.has(r.code)).map(r => ({ code: r.code, name: r.name, successor: successorAmong(r, added) })),
  }
}
const stem = (name: string): string => (name.length > 2 ? name.replace(/(自治县|自治旗|市辖区|新区|县|区|市|旗)$/, '') : name)
function successorAmong(gone: { code: string; name: string }, added: readonly CantonRow[]): string | null {
  const alike = added.filter(r => r.code.slice(0, 2) === gone.code.slice(0, 2) && r.level === levelOf(gone.code) && stem(r.name) === stem(gone.name))
  return alike.length === 1 ? (alike[0]?.code ?? null) : null
}
