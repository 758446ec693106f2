import { readFile } from 'node:fs/promises'
import { Refusal, type Row, refusalOf } from '#model'
import { gradeMajor, major } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { dbaseLines, workbookLines } from '#server/spreadsheets/plain-lines.ts'
import type { SheetSpec } from '#server/spreadsheets/write.ts'
import { admittedStudent } from '../model/admitted-student.ts'
import { labelOf, MAPPED, type Mapped, pairsIn, rollMap } from '../model/roll-map.ts'

type Map_ = Row<typeof rollMap>
const MOST_ROWS = 100_000
const plain = (header: string): string => header.replace(/\s/g, '').toUpperCase()

/** 30-AC1: a file as its province delivers it becomes a sheet with our headers, line for line, so that faults name the lines of the file. */
export async function convertRoll(db: Db, file: { name: string; path: string }, { map, year }: Readonly<Record<string, string>>): Promise<SheetSpec | undefined> {
  if (!map || !year) return undefined
  const of = await db.unscoped(rollMap).one(map) // open to everybody who imports
  const [head = [], ...lines] = await linesOf(file)
  const fieldOf = new Map(pairsIn(of.columns).flatMap(({ left, right }) => MAPPED.filter(name => labelOf(name) === right).map(name => [plain(left), name] as const)))
  const found = head.flatMap((header, at) => (fieldOf.has(plain(header)) ? [{ at, name: fieldOf.get(plain(header)) as Mapped }] : []))
  if (!found.length) throw refusalOf(rollMap, 'noColumn', { name: of.name, headers: pairsIn(of.columns).map(p => p.left), found: head.filter(Boolean).slice(0, 20) })
  const majorName = await majorsOf(db, of, Number(year))
  const shown = (name: Mapped, value: string): string => (name === 'gradeMajorId' ? majorName(value) : value)
  return {
    name: '录取名单',
    columns: [{ title: admittedStudent.fields.year.label }, ...found.map(({ name }) => ({ title: labelOf(name) }))],
    rows: [lines.map(cells => (cells.some(Boolean) ? [year, ...found.map(({ at, name }) => shown(name, cells[at] ?? ''))] : []))],
  }
}
async function linesOf({ name, path }: { name: string; path: string }): Promise<string[][]> {
  if (!name.toLowerCase().endsWith('.dbf')) return workbookLines(path, name, MOST_ROWS)
  try {
    return dbaseLines(await readFile(path), MOST_ROWS)
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw refusalOf(rollMap, 'damaged', { file: name, why: (fault as Error).message })
  }
}
/** The name of the year's grade-major behind a code of the province; a code that nobody knows stays, and the import says so. */
async function majorsOf(db: Db, of: Map_, year: number): Promise<(code: string) => string> {
  const codes = new Map(pairsIn(of.majors).map(({ left, right }) => [left, right]))
  const [majors, places] = [await db.cached(major), await db.cached(gradeMajor)]
  const byCode = new Map([...places.values()].filter(p => p.grade === year).map(p => [majors.get(p.majorId)?.code ?? '', p.name]))
  return code => byCode.get(codes.get(code) ?? code) ?? code
}
