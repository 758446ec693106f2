import { DOMAINS, type Domain } from '#model/domains.ts'
import { uuidv7 } from '../base/uuid.ts'

/** Identity of a menu or button. */
export interface StoredMenu {
  id: string
  /** Of the directories of the menu bar. */
  domain: Domain | null
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
/** A menu that the school has. */
export interface SchoolMenu extends StoredMenu {
  roles: readonly string[] | null
  /** Somebody of the school has changed it since it was seeded. */
  isEdited: boolean
}
/** Menus of a school by identity: domains by their key, pages by path, buttons by permission below a page, groups by title (modules may share a group). */
export class MenuTree {
  readonly made: Array<Seed & { id: string }> = []
  /** Groups that go below a new directory. */
  readonly moved: Array<{ id: string; parentId: string }> = []
  /** Unedited menus that this program shows to other roles than the one that seeded them. */
  readonly shown: Array<{ id: string; roles: readonly string[] | null }> = []
  private readonly ids = new Map<string, string>()
  private readonly unedited = new Map<string, SchoolMenu>()
  private readonly places = new Map<string, readonly (string | null)[]>()
  constructor(standing: readonly SchoolMenu[]) {
    for (const row of standing) {
      this.remember(row)
      if (!row.isEdited) this.unedited.set(row.id, row)
    }
  }
  /** Id of the existing or inserted menu. */
  upsert(seed: Seed): string {
    const known = this.idOf(seed)
    if (known) {
      const row = this.unedited.get(known)
      if (row && String(row.roles) !== String(seed.roles)) this.shown.push({ id: known, roles: seed.roles })
      return known
    }
    const row = { ...seed, id: uuidv7() }
    this.made.push(row)
    this.remember(row)
    return row.id
  }
  idOf(row: Omit<StoredMenu, 'id'>): string | undefined {
    return this.ids.get(marksOf(row)[0] as string)
  }
  /** Whether the school had it before this run. */
  stood(row: Omit<StoredMenu, 'id'>): boolean {
    const id = this.idOf(row)
    return id !== undefined && !this.made.some(made => made.id === id)
  }
  /** Parents of the desktop's directories of a title; null at the top level. */
  placesOf(title: string): readonly (string | null)[] {
    return this.places.get(title) ?? []
  }
  /** Takes a directory of the top level below another. */
  move(title: string, parentId: string): void {
    const row = directory(title, null)
    const id = this.idOf(row)
    if (!id) return
    this.moved.push({ id, parentId })
    // the next module that shares the group finds it at its new place
    this.places.set(title, [parentId])
    this.remember({ ...row, id, parent_id: parentId })
  }
  private remember(row: StoredMenu): void {
    for (const mark of marksOf(row)) if (!this.ids.has(mark)) this.ids.set(mark, row.id)
    if (row.type === 'dir' && row.terminal === 'web') this.places.set(row.title, [...this.placesOf(row.title), row.parent_id])
  }
}
/** A directory of the desktop's menu. */
export const directory = (title: string, parentId: string | null): Omit<StoredMenu, 'id'> => ({
  domain: null,
  terminal: 'web',
  type: 'dir',
  title,
  parent_id: parentId,
  path: null,
  permission_key: null,
})
/** The directory of a domain, whatever the school calls it. */
export const domainDirectory = (domain: Domain): Omit<StoredMenu, 'id'> & { icon: string } => ({ ...directory(DOMAINS[domain].title, null), icon: DOMAINS[domain].icon, domain })
/** Lookup keys in order of precedence; groups also match by title, because a school may have given one a path. */
const marksOf = ({ domain, type, terminal, path, title, parent_id, permission_key }: Omit<StoredMenu, 'id'>): string[] => {
  const mark = (...parts: Array<string | null>): string => [terminal, type, ...parts].join('\n')
  if (domain) return [mark('domain', domain, null)]
  if (type === 'button') return [mark(parent_id, permission_key)]
  return [...(path ? [mark(path)] : []), mark(title, parent_id)]
}
