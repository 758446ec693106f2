import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
interface Group {
  name: string
  from: readonly string[]
  /** Filter on the modules reached. */
  takes?: (id: string) => boolean
}
const START = ['main.tsx', 'kernel/web/login/LoginPage.tsx', 'node_modules/antd/es/locale/zh_CN.js']
/** Chunk groups in loading order. A module goes to the first group that reaches it by static imports. `vendor` contains no code of ours, so browsers keep it cached across
 *  releases. No group reaches a module's page: a changed page would then change the hash of all groups. */
const GROUPS: readonly Group[] = [
  { name: 'vendor', from: START, takes: id => id.includes('/node_modules/') },
  { name: 'start', from: START },
  // and what nearly every page imports: each would be a file of its own
  { name: 'shell', from: ['kernel/web/shell/SignedIn.tsx', 'kernel/web/records/useRead.ts', 'kernel/web/layout/Layout.tsx', 'kernel/web/feedback/Loaded.tsx'] },
  { name: 'model', from: ['kernel/model/index.ts'] },
  { name: 'records', from: ['kernel/web/records/EntityTable.tsx', 'kernel/web/forms/ActionButton.tsx'] },
  // opened on interaction only; separate chunks, because pages need different ones
  { name: 'windows', from: ['kernel/web/feedback/DialogWindow.tsx', 'kernel/web/feedback/PanelDrawer.tsx', 'kernel/web/theme/Notices.tsx'] },
  { name: 'dropdown', from: ['node_modules/antd/es/dropdown/index.js'] },
  { name: 'inputs', from: ['node_modules/antd/es/input/index.js'] },
  { name: 'select', from: ['node_modules/antd/es/select/index.js'] },
  { name: 'forms', from: ['kernel/web/forms/EntityForm.tsx', 'kernel/web/forms/ActionForm.tsx'] },
]
interface Info {
  importedIds: readonly string[]
}
type Lookup = (id: string) => Info | null

/** Bundles sign-in, shell, tables and forms into one chunk each instead of dozens; code used by a single page stays with it. */
export const chunkGroups = GROUPS.map(({ name, from, takes }, i) => ({
  priority: GROUPS.length - i,
  debugName: name,
  name: (id: string, ctx: { getModuleInfo: Lookup }): string | null => ((!takes || takes(id)) && closure(name, from, module => ctx.getModuleInfo(module)).has(id) ? name : null),
}))
const known = new Map<string, Set<string>>()
function closure(name: string, from: readonly string[], look: Lookup): Set<string> {
  const found = known.get(name)
  if (found) return found
  const made = new Set<string>()
  const waiting = from.map(file => join(root, file))
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    const info = made.has(id) ? null : look(id)
    if (!info) continue
    made.add(id)
    waiting.push(...info.importedIds)
  }
  known.set(name, made)
  return made
}
