/** Fake browser storage and location, for session tests in plain Node. */
class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>()
  get length(): number {
    return this.values.size
  }
  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value)
  }
  removeItem(key: string): void {
    this.values.delete(key)
  }
  clear(): void {
    this.values.clear()
  }
}
export interface FakeBrowser {
  local: MemoryStorage
  session: MemoryStorage
  /** Addresses navigated to. */
  left: string[]
}
/** Installs the browser globals; each test creates its own. */
export function fakeBrowser(pathname = '/student/info', search = ''): FakeBrowser {
  const made: FakeBrowser = { local: new MemoryStorage(), session: new MemoryStorage(), left: [] }
  const define = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  define('localStorage', made.local)
  define('sessionStorage', made.session)
  define('location', { pathname, search, protocol: 'http:', replace: (to: string) => made.left.push(to), reload: () => made.left.push(pathname + search) })
  return made
}
