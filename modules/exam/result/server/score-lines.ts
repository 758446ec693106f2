import type { Flag } from '../model/score.ts'

/** A line that is neither a mark nor a word for one. */
interface FaultyLine {
  n: number
  fault: string
}
export interface ScoreLine {
  n: number
  ksh: string
  flag: Flag
  value: number | null
}
const WORDS: Readonly<Record<string, Flag>> = { 缺考: 'absent', 违纪: 'violation' } // verbatim
/** A mark with at most one decimal. */
const MARK = /^\d{1,4}(\.\d)?$/

/** Lines as copied from a table: candidate number, then a mark or a word. */
export function scoreLines(text: string): Array<ScoreLine | FaultyLine> {
  return text.split(/\r?\n/).flatMap((raw, at): Array<ScoreLine | FaultyLine> => {
    const line = raw.trim()
    if (!line) return []
    const [ksh = '', said = '', ...more] = line.split(/[\s,，]+/)
    const n = at + 1
    const flag = WORDS[said]
    if (more.length || (!flag && !MARK.test(said))) return [{ n, fault: line.slice(0, 60) }]
    return [{ n, ksh: ksh.toUpperCase(), flag: flag ?? 'normal', value: flag ? null : Number(said) }]
  })
}
