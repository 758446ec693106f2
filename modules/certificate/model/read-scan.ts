import { findNo } from './cert-no.ts'

interface Scan {
  certNo: string | null
  issuedOn: string | null
  expiresOn: string | null
}
type Meaning = 'issued' | 'valid' | 'expires' | 'other'
/** Words before a number or a date that say what it is. Of several the last one counts. */
const NUMBER = /(?:证书|证件|注册|登记|管理|报告单)?(?:编号|号码)|(?:证书|注册|登记|管理|报告单)号|\bNO(?=[.:\s\d])/gi
const OTHERS_NUMBER = /身份证|证件号|准考证|学号|考号|电话|ID\s*(?:CARD\s*)?NO/i
const MEANINGS: ReadonlyArray<readonly [Meaning, RegExp]> = [
  ['issued', /发证|签发|颁发|颁证|批准|取证|ISSUED?/gi],
  ['expires', /有效期?限?[至到]|有效截止|到期|失效|EXPIR\w*|VALID\s*(?:UNTIL|THRU|TO)/gi],
  ['valid', /有效期限?(?![限至到])/g],
  ['other', /出生|生日|考试(?:日期|时间)|打印|查询|BIRTH/gi],
]
const NUMERALS = '〇一二三四五六七八九' // verbatim
const DATE = /(\d{4})\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})(?!\d)|((?:[〇一二三四五六七八九]){4})年([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})日/g

/** 二〇二五 is 2025, 二十八 is 28. */
function numberOf(numeral: string): number {
  if (/^\d+$/.test(numeral)) return Number(numeral)
  const [tens, ones] = /十/.test(numeral) ? numeral.split(/十/) : [undefined, numeral]
  const digits = [...(ones ?? '')].reduce((sum, sign) => sum * 10 + NUMERALS.indexOf(sign), 0)
  return tens === undefined ? digits : (tens ? NUMERALS.indexOf(tens) : 1) * 10 + digits
}
/** The day, if there is such a day. */
function dayOf(parts: readonly string[]): string | null {
  const [year = 0, month = 0, day = 0] = parts.map(numberOf)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 ? date.toISOString().slice(0, 10) : null
}
/** What the words before a date make it. `至` alone ends a span that `有效期` has begun. */
function meaningOf(before: string, last: Meaning | null): Meaning | null {
  const said = MEANINGS.flatMap(([meaning, words]) => [...before.matchAll(words)].map(({ index }) => ({ meaning, index }))).sort((a, b) => b.index - a.index)[0]
  if (said) return said.meaning
  return last === 'valid' && /^\s*(?:日\s*)?[至到~\-—]/.test(before) ? 'expires' : null
}
interface Found {
  date: string
  meaning: Meaning | null
}
function datesIn(text: string): Found[] {
  const found: Found[] = []
  let end = 0
  for (const match of text.matchAll(DATE)) {
    const date = dayOf(match.slice(1).filter(part => part !== undefined))
    if (date) found.push({ date, meaning: meaningOf(text.slice(end, match.index), found.at(-1)?.meaning ?? null) })
    end = match.index + match[0].length
  }
  return found
}
/** The number after its words, or, where the entry has a format, the one that fits it. Numbers of persons are none. */
function numberIn(lines: readonly string[], pattern: string): string | null {
  const own = lines.filter(line => !OTHERS_NUMBER.test(line))
  const named = own.flatMap((line, at) =>
    [...line.matchAll(NUMBER)].flatMap(word => {
      const rest = line.slice(word.index + word[0].length)
      return [rest, ...(/^[\s.:]*$/.test(rest) ? [own[at + 1] ?? ''] : [])]
    }),
  )
  if (pattern.trim()) return [...named, ...own].map(text => findNo(pattern, text)).find(no => no !== null) ?? null
  return named.map(text => /^[\s.:]*([0-9A-Z][0-9A-Z\s-]{2,58}[0-9A-Z])/i.exec(text)?.[1]?.replace(/\s+/g, '').toUpperCase()).find(no => no && /\d{3}/.test(no)) ?? null
}
/** Number and dates among the lines that a text recognition has read. What is not clear stays empty: a wrong proposal costs more than a missing one. */
export function scanOf(read: readonly string[], pattern: string): Scan {
  const lines = read.map(line => line.normalize('NFKC').replace(/[○零]/g, '〇').trim())
  const dates = datesIn(lines.join('\n'))
  const only = (meaning: Meaning | null): string | null => {
    const days = new Set(dates.filter(d => d.meaning === meaning).map(d => d.date))
    return days.size === 1 ? ([...days][0] ?? null) : null
  }
  // the date below the seal has no words before it
  return { certNo: numberIn(lines, pattern), issuedOn: only('issued') ?? only(null), expiresOn: only('expires') }
}
