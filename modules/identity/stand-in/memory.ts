import { randomBytes } from 'node:crypto'

const MOST = 10_000

/** Single-use values of the stand-in: codes, tickets. */
export class Once<T> {
  private readonly kept = new Map<string, { value: T; until: number }>()
  private readonly prefix: string
  private readonly ms: number
  constructor(prefix: string, seconds: number) {
    this.prefix = prefix
    this.ms = seconds * 1000
  }
  make(value: T): string {
    const key = this.prefix + randomBytes(24).toString('hex')
    this.kept.set(key, { value, until: Date.now() + this.ms })
    const oldest = this.kept.size > MOST ? this.kept.keys().next().value : undefined
    if (oldest !== undefined) this.kept.delete(oldest)
    return key
  }
  /** Returns and removes it. */
  take(key: string): T | undefined {
    const value = this.look(key)
    this.kept.delete(key)
    return value
  }
  /** Returns it until it expires. */
  look(key: string): T | undefined {
    const found = this.kept.get(key)
    return found && found.until > Date.now() ? found.value : undefined
  }
}
