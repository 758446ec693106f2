import { Refusal } from '#model'

interface Line {
  inside: number
  waiting: Array<() => void>
}
/** Semaphore per key with a bounded FIFO queue; 429 when the queue is full. */
export class KeyedSemaphore {
  private readonly lines = new Map<string, Line>()
  private readonly inside: number
  private readonly waiting: number
  constructor(inside = 4, waiting = 200) {
    this.inside = inside
    this.waiting = waiting
  }
  /** Resolves when a slot is free; the returned function must be called to release it. */
  async enter(key: string): Promise<() => void> {
    const line = this.lines.get(key) ?? { inside: 0, waiting: [] }
    this.lines.set(key, line)
    if (line.inside < this.inside) line.inside++
    else {
      if (line.waiting.length >= this.waiting)
        throw new Refusal(429, [{ rule: 'identity.signIn.tooMany', text: '操作过于频繁，请 {retryAfter} 秒后再试', values: { retryAfter: 1 } }], { retryAfter: 1 })
      await new Promise<void>(go => line.waiting.push(go))
    }
    return () => this.leave(key, line)
  }
  private leave(key: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.inside === 0) this.lines.delete(key)
  }
}
