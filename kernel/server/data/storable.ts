import { Refusal } from '#model'

/** Objects and arrays inside one another. Recursive code (JSON.stringify among it) runs out of stack on what JSON.parse still reads. */
const MAX_DEPTH = 100

/** Whether PostgreSQL can store every text of a value from a request, and its nesting is of a depth that code can follow. Neither a NUL character nor half
 *  of a surrogate pair is text to the database. */
export function isStorable(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length; depth += 1) {
    if (depth > MAX_DEPTH) return false
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string') {
        if (one.includes('\0') || !one.isWellFormed()) return false
      } else if (Array.isArray(one)) for (const item of one) below.push(item)
      else if (typeof one === 'object' && one !== null) for (const key in one) below.push(key, (one as Record<string, unknown>)[key])
    }
    level = below
  }
  return true
}
export const unstorable = (): Refusal => new Refusal(400, [{ rule: 'http.unstorable', text: '请求中含有无法保存的字符，或嵌套层次过深' }])
