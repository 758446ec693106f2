import type { Action } from './action.ts'
import type { Domain } from './domains.ts'
import type { Entity } from './entity.ts'
import type { BigScreen } from './measure.ts'
import type { MessageEvent } from './message.ts'
import { mergeParts, NOTHING_DECLARED, type Part } from './part.ts'
import type { Port, Ports } from './ports.ts'

/** A menu entry of the web. */
export interface MenuItem {
  title: string
  path?: string
  /** `{module}/{Page}`: the file `web/{Page}.tsx` of the module or of one of its parts. */
  component?: string
  icon?: string
  /** Entities, actions and bare permission keys granted as buttons of this page. The first one (an entity's `list`) opens the page. */
  of?: ReadonlyArray<Entity | Action | string>
  /** Permissions that the page needs and that stand at another entry: granted together with this page. */
  brings?: readonly string[]
  /** Inherited by the children. */
  terminal?: 'web' | 'mobile'
  /** Counter shown at an entry of the phone menu. */
  badge?: 'todo' | 'message'
  /** Roles it is shown to; default: everybody who may open it. */
  roles?: readonly string[]
  /** Entry of the menu bar that a group belongs to; required of groups of the desktop's menu. */
  domain?: Domain
  /** A page about the reader: it stands under 我的, and pages of students are never shown to others. */
  own?: 'student' | 'everybody'
  children?: readonly MenuItem[]
  hidden?: boolean
  /** Only in tenant 000000, for platform administration. */
  isPlatform?: true
  /** Makes the page a tile of the service hall and of dashboards. */
  service?: Service
}
/** A tile of the service hall, seeded into each school, which may rename, move or close it. It is offered with the permission to open the page. */
export interface Service {
  /** What people want to do there, if the page is named otherwise: 请假. */
  title?: string
  /** Item of the dictionary of service categories. */
  category: string
  /** Place among the first tiles of users who have not chosen any. */
  first?: number
  /** In the menu of the installed app's icon. */
  isShortcut?: true
}
/** A page without a menu entry: sign-in pages, personal centre, link targets. */
export interface PageRoute {
  /** React Router path with parameters (`:source`). */
  path: string
  title: string
  /** As in `MenuItem`. */
  component: string
  /** `open`: without sign-in. `signedIn`: any session of the realm that the path belongs to. */
  access: 'open' | 'signedIn'
  /** `shell`: inside header and tabs; `bare`: full window. Open pages are bare. */
  frame: 'bare' | 'shell'
  /** Listed on the home page of its realm. */
  isEntry?: true
  /** Live count shown there beside its title. */
  badge?: 'message'
}
/** A widget for personal dashboards. */
export interface Widget {
  /** `{module}.{name}`. */
  code: string
  title: string
  /** `{module}/{X}Widget`: the file `web/widgets/{X}Widget.tsx` of the module or of one of its parts. */
  component: string
  /** Initial width (of twelve columns) and height; below, the minimum. */
  size: readonly [w: number, h: number]
  least: readonly [w: number, h: number]
  /** Required permission: without it the widget is not offered and disappears from dashboards that contain it. */
  permission?: string
  /** User group; default: everybody. */
  for?: 'staff' | 'student'
}
/** Default permissions of roles: permission keys; `*` as the last or any segment is a wildcard. */
export type Grants = Readonly<Record<string, readonly string[]>>
export interface Module {
  readonly code: string
  readonly name: string
  /** Service segment of the URL; defaults to the code. */
  readonly service: string
  readonly needs: readonly string[]
  /** In the order of their menu entries. What they declare is merged into the module. */
  readonly parts: readonly Part[]
  /** `always`: every school has it, whatever its licence names. `background`: licensed like others, but its background work runs for every school. */
  readonly included: 'always' | 'background' | undefined
  readonly entities: readonly Entity[]
  readonly actions: readonly Action[]
  /** Calls of the kernel's screens that the module answers. */
  readonly ports: Ports
  readonly menus: readonly MenuItem[]
  readonly pages: readonly PageRoute[]
  /** Notification types of the module. */
  readonly messages: readonly MessageEvent[]
  /** Kinds of todos: `bizType` (an entity's name or a key of its own) → label. */
  readonly todoKinds: Readonly<Record<string, string>>
  readonly widgets: readonly Widget[]
  /** Big screens of the module. */
  readonly screens: readonly BigScreen[]
  /** Entities available in the query tool. */
  readonly subjects: readonly Entity[]
  readonly grants: Grants
  /** Permission keys of earlier versions: old → new. At the upgrade, who held the old one holds the new one. */
  readonly renamedPermissions: Readonly<Record<string, string>>
  /** Events it emits (`db.emit`). Emitting or subscribing to an undeclared event is refused. */
  readonly events: readonly string[]
  /** Events of optional modules it subscribes to when they are installed. */
  readonly optionalEvents: readonly string[]
  /** System parameters of the module's group: key → definition with default. */
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Parameters of further groups: group → key → definition. */
  readonly parameterGroups: Readonly<Record<string, Readonly<Record<string, Parameter>>>>
}
export interface Parameter {
  label: string
  initial: string | number | boolean | null
  min?: number
  max?: number
  /** Explanation shown below the field. */
  help?: string
  /** When a change takes effect; default: immediately (within five seconds in all processes). */
  effect?: string
  unit?: string
  choices?: Readonly<Record<string, string>>
  /** Never sent to clients; `******` sent back keeps the stored value. */
  secret?: boolean
  /** For a secret: parameters of its group that determine the host it is sent to; like `sentTo` of a field. */
  sentTo?: readonly string[]
  /** Setting it to this value, or below it, requires a second confirmation. */
  risky?: string
}
type ValueOf<T> = T extends number ? number : T extends boolean ? boolean : T extends null ? string | null : string
/** Type of a school's values of these parameters. */
export type SettingsOf<P extends Readonly<Record<string, Parameter>>> = { [K in keyof P]: ValueOf<P[K]['initial']> }
type ModuleOptions = Partial<Omit<Module, 'code' | 'name' | 'entities' | 'subjects' | 'ports'>> & {
  code: string
  name: string
  entities?: ReadonlyArray<unknown>
  subjects?: ReadonlyArray<unknown>
  actions?: ReadonlyArray<unknown>
  ports?: Readonly<Partial<Record<Port, unknown>>>
}
const modules = new Map<string, Module>()

export function defineModule(m: ModuleOptions): Module {
  const made = mergeParts({
    ...NOTHING_DECLARED,
    service: m.code,
    needs: [],
    parts: [],
    included: undefined,
    ports: {},
    parameterGroups: {},
    ...m,
  } as Module)
  if (modules.has(made.code)) throw new Error(`module ${made.code} is declared twice`)
  modules.set(made.code, made)
  return made
}
/** Parameter groups a module declares, its own first. */
export const groupsOf = ({ code, parameters, parameterGroups }: Module): Array<[group: string, parameters: Readonly<Record<string, Parameter>>]> => [
  [code, parameters],
  ...Object.entries(parameterGroups),
]
/** The loaded modules. */
export const allModules = (): readonly Module[] => [...modules.values()]
