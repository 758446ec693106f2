import { isDate } from '#model/checks.ts'
import { COLUMNS, type LineFault } from './import-results.ts'
import { type Measured, proposedLevel, rangeOf, type ScaleRule } from './scoring.ts'

export interface ResultLine extends Measured {
  line: number
  studentNo: string
  name: string
  consentOn: string
  proposed: ReturnType<typeof proposedLevel>
}
export interface FaultyLine {
  line: number
  who: string
  why: LineFault
  value: string
}
const RISK: Readonly<Record<string, boolean>> = { '': false, 无: false, 否: false, 有: true, 是: true }
const LEAST_COLUMNS = 4
/** Cells of a line pasted from a spreadsheet. */
const cellsOf = (line: string): string[] => line.split(line.includes('\t') ? '\t' : /[,，]/).map(cell => cell.trim())
const dayOf = (text: string): string => text.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/, (_, y, m, d) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`)
/** What stands in the lines, and why others do not count; a line with the titles is left out. */
export function resultLines(text: string, scale: ScaleRule, today: string): { lines: ResultLine[]; faults: FaultyLine[] } {
  const [lines, faults]: [ResultLine[], FaultyLine[]] = [[], []]
  const seen = new Set<string>()
  for (const [n, raw] of text.split(/\r?\n/).entries()) {
    const cells = cellsOf(raw)
    if (!raw.trim() || cells[0] === COLUMNS[0]) continue
    const found = lineOf(cells, n + 1, scale, today)
    if ('why' in found) faults.push(found)
    else if (seen.has(found.studentNo)) faults.push({ line: n + 1, who: found.studentNo, why: 'twice', value: '' })
    else lines.push(found)
    seen.add(cells[0] ?? '')
  }
  return { lines, faults }
}
function lineOf(cells: readonly string[], line: number, scale: ScaleRule, today: string): ResultLine | FaultyLine {
  const [studentNo = '', name = '', day = '', total = '', factor = '', positives = '', risk = ''] = cells
  const fault = (why: LineFault, value: string): FaultyLine => ({ line, who: studentNo, why, value })
  if (cells.length < LEAST_COLUMNS || cells.length > COLUMNS.length || !studentNo || !name) return fault('columns', cells.join(' ').slice(0, 60))
  const consentOn = dayOf(day)
  if (!isDate(consentOn) || consentOn > today) return fault('consent', day)
  if (!(risk in RISK)) return fault('risk', risk)
  const measured = { total: Number(total), factor: factor === '' ? null : Number(factor), positives: positives === '' ? null : Number(positives), isRisk: RISK[risk] ?? false }
  for (const part of ['total', 'factor', 'positives'] as const) {
    const [value, [from, to]] = [measured[part], rangeOf(scale, part)]
    const isNone = value === null && part !== 'total'
    if (isNone) continue
    const given = { total, factor, positives }[part]
    if (given === '' || value === null || !Number.isFinite(value) || value < from || value > to || (part === 'positives' && !Number.isInteger(value)))
      return fault('range', `${given} (${from}–${to})`)
  }
  return { line, studentNo, name, consentOn, ...measured, proposed: proposedLevel(scale, measured) }
}
