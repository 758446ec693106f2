import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length
let last = 0
let counter = 0

/** A time-ordered id, as the database's `uuidv7()` makes them; ids of one process rise. */
export function uuidv7(): string {
  if (used + 8 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const now = Math.max(Date.now(), last)
  counter = now === last ? counter + 1 : 0
  last = counter > 0xfff ? now + 1 : now
  counter &= 0xfff
  const time = last.toString(16).padStart(12, '0')
  const tail = pool.subarray(used, used + 8)
  used += 8
  const rest = tail.toString('hex')
  const variant = ((Number.parseInt(rest[0] as string, 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${rest.slice(1, 4)}-${rest.slice(4)}`
}
