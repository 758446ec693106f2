import { uuidv7 } from '../base/uuid.ts'

/** Identity of a menu or button. */
export interface StoredMenu {
  id: string
  parent_id: string | null
  terminal: string
  type: 'dir' | 'menu' | 'button'
  title: string
  path: string | null
  permission_key: string | null
}
export interface Seed extends Omit<StoredMenu, 'id'> {
  name: string | null
  component: string | null
  icon: string | null
  sort: number
  is_hide: boolean
  module: string
  badge: string | null
  roles: readonly string[] | null
}
/** Menus of a school by identity: pages by path, buttons by permission below a page, groups by title (modules may share a group). */
export class MenuTree {
  readonly made: Array<Seed & { id: string }> = []
  /** Groups that go below a new directory. */
  readonly moved: Array<{ id: string; parentId: string }> = []
  private readonly ids = new Map<string, string>()
  constructor(standing: readonly StoredMenu[]) {
    for (const row of standing) this.remember(row)
  }
  /** Id of the existing or inserted menu. */
  upsert(seed: Seed): string {
    const known = this.ids.get(marksOf(seed)[0] as string)
    if (known) return known
    const row = { ...seed, id: uuidv7() }
    this.made.push(row)
    this.remember(row)
    return row.id
  }
  /** Takes a group from the top level into a directory that did not exist before. What the school arranged since stays as it is. */
  adopt(group: Pick<Seed, 'terminal' | 'title'>, parentId: string): void {
    const row = { ...group, type: 'dir' as const, path: null, permission_key: null }
    const id = this.ids.get(marksOf({ ...row, parent_id: null })[0] as string)
    if (!id || !this.made.some(made => made.id === parentId)) return
    this.moved.push({ id, parentId })
    this.remember({ ...row, id, parent_id: parentId })
  }
  private remember(row: StoredMenu): void {
    for (const mark of marksOf(row)) if (!this.ids.has(mark)) this.ids.set(mark, row.id)
  }
}
/** Lookup keys in order of precedence; groups also match by title, because a school may have given one a path. */
const marksOf = ({ type, terminal, path, title, parent_id, permission_key }: Omit<StoredMenu, 'id'>): string[] => {
  const mark = (...parts: Array<string | null>): string => [terminal, type, ...parts].join('\n')
  if (type === 'button') return [mark(parent_id, permission_key)]
  return [...(path ? [mark(path)] : []), mark(title, parent_id)]
}
