import type { Action } from './action.ts'
import type { Entity } from './entity.ts'
import type { BigScreen } from './measure.ts'
import type { MessageEvent } from './message.ts'

/** A page of the web, as the menu tells the shell. */
export interface MenuItem {
  title: string
  path?: string
  /** `{module}/{Page}`: the file `modules/{module}/web/{Page}.tsx`. */
  component?: string
  icon?: string
  /** Entities, actions and bare permission keys that stand under this page as buttons. The first one (an entity's `list`) opens the page. */
  of?: ReadonlyArray<Entity | Action | string>
  /** What lies below is of the same one. */
  terminal?: 'web' | 'mobile'
  /** Live number on an entry of the phone. */
  badge?: 'todo' | 'message'
  /** Roles it is for; everybody who may open it unless said. */
  roles?: readonly string[]
  children?: readonly MenuItem[]
  hidden?: boolean
  /** Stands in tenant 000000 only, where the installation is run. */
  isPlatform?: true
}
/** A page no menu names: doors, the personal centre, what a link opens. */
export interface PageRoute {
  /** As React Router reads it; parameters as `:source`. */
  path: string
  title: string
  /** As in `MenuItem`. */
  component: string
  /** `open`: drawn without sign-in. `signedIn`: for everybody of the realm the path lies in. */
  access: 'open' | 'signedIn'
  /** `shell`: inside bar and tabs; `bare`: it fills the window. Open pages are bare. */
  frame: 'bare' | 'shell'
}
/** A tile that people may have on their desktop. */
export interface Widget {
  /** `{module}.{name}`. */
  code: string
  title: string
  /** `{module}/{X}Widget`: the file `modules/{module}/web/widgets/{X}Widget.tsx`. */
  component: string
  /** Columns of twelve and rows it begins with, and the fewest it can be drawn in. */
  size: readonly [w: number, h: number]
  least: readonly [w: number, h: number]
  /** Without this permission it is not offered, and goes from desktops that have it. */
  permission?: string
  /** Everybody unless said. */
  for?: 'staff' | 'student'
}
/** What a role may do by default: permission keys, `*` at the end or as a part stands for any. */
export type Grants = Readonly<Record<string, readonly string[]>>
export interface Module {
  readonly code: string
  readonly name: string
  /** Service part of the address; the code when absent. */
  readonly service: string
  readonly needs: readonly string[]
  readonly entities: readonly Entity[]
  readonly actions: readonly Action[]
  readonly menus: readonly MenuItem[]
  readonly pages: readonly PageRoute[]
  /** What the module tells people, on the channels the school has chosen. */
  readonly messages: readonly MessageEvent[]
  /** What its todos are about: `bizType` (an entity's name or a word of its own) → what people call it. */
  readonly todoKinds: Readonly<Record<string, string>>
  readonly widgets: readonly Widget[]
  /** Walls it fills. */
  readonly screens: readonly BigScreen[]
  /** Entities that people may put questions to in the query tool. */
  readonly subjects: readonly Entity[]
  readonly grants: Grants
  /** Events it emits (`db.emit`). One that stands in no module's list is refused when it is emitted or listened to. */
  readonly events: readonly string[]
  /** Events of modules it does not need, which may not be installed: it listens where they are. */
  readonly optionalEvents: readonly string[]
  /** System parameters of the module's group: key → default, with what it means. */
  readonly parameters: Readonly<Record<string, Parameter>>
}
export interface Parameter {
  label: string
  initial: string | number | boolean | null
  min?: number
  max?: number
  /** What it decides, in a sentence. */
  help?: string
  /** When a new value holds; at once (within five seconds everywhere) unless said otherwise. */
  effect?: string
  unit?: string
  choices?: Readonly<Record<string, string>>
  /** Resubmitted `******` leaves it; never answered. */
  secret?: boolean
  /** Of a secret: the parameters of its group that say where the server sends it; as `sentTo` of a field. */
  sentTo?: readonly string[]
  /** Asks for a second confirmation when it takes this value or goes below it. */
  risky?: string
}
type Given = Partial<Omit<Module, 'code' | 'name' | 'entities' | 'subjects'>> & {
  code: string
  name: string
  entities?: ReadonlyArray<unknown>
  subjects?: ReadonlyArray<unknown>
  actions?: ReadonlyArray<unknown>
}
const modules = new Map<string, Module>()

export function defineModule(m: Given): Module {
  const made = {
    service: m.code,
    needs: [],
    actions: [],
    menus: [],
    pages: [],
    messages: [],
    todoKinds: {},
    widgets: [],
    screens: [],
    subjects: [],
    grants: {},
    events: [],
    optionalEvents: [],
    parameters: {},
    entities: [],
    ...m,
  } as Module
  modules.set(made.code, made)
  return made
}
/** The modules this program has loaded. */
export const allModules = (): readonly Module[] => [...modules.values()]
