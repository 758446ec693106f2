const MOST = 24
const DEEPEST = 8

/** Values from earlier responses by field name, reused in later requests. */
export class Seen {
  private readonly byName = new Map<string, unknown[]>()

  /** Candidate values for a field of the call at `path`: `id` means rows of the same controller. */
  of(name: string, path: string): readonly unknown[] {
    const own = name === 'id' || name === 'ids' ? this.byName.get(`id ${controllerOf(path)}`) : undefined
    return own ?? this.byName.get(name.replace(/Ids$/, 'Id')) ?? []
  }
  /** Records the response of the call at `path`. */
  take(path: string, answer: unknown): void {
    this.walk(answer, controllerOf(path), 0)
  }
  private walk(value: unknown, controller: string, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 5)) this.walk(one, controller, depth + 1)
      return
    }
    for (const [name, one] of Object.entries(value)) {
      if (name === 'traceId' || name === 'msg') continue
      if (typeof one === 'object') this.walk(one, controller, depth + 1)
      else {
        this.keep(name, one)
        if (name === 'id') {
          this.keep(`id ${controller}`, one)
          this.keep(`${controller}Id`, one)
        }
      }
    }
  }
  private keep(name: string, value: unknown): void {
    if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length > 200) return
    const known = this.byName.get(name) ?? []
    if (known.includes(value)) return
    this.byName.set(name, [value, ...known].slice(0, MOST))
  }
}
/** Controller of a path: `student` for `/api/base/student/list`. */
const controllerOf = (path: string): string => path.split('/')[3] ?? ''
