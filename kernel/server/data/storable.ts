import { Refusal } from '#model'

/** Maximum nesting: recursive code (JSON.stringify included) overflows the stack on input that JSON.parse still accepts. */
const MAX_DEPTH = 100

/** Whether PostgreSQL can store every string of a request (no NUL, no lone surrogate) and its nesting is bounded. */
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
