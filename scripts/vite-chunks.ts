import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** What loads together, in the order in which a visit needs it. A module goes to the first group that reaches it by static imports. */
const GROUPS: ReadonlyArray<{ name: string; from: readonly string[] }> = [
  { name: 'start', from: ['main.tsx', 'kernel/web/session/login/LoginPage.tsx', 'node_modules/antd/es/locale/zh_CN.js'] },
  { name: 'shell', from: ['kernel/web/shell/SignedIn.tsx', 'modules/desk/web/HomePage.tsx', 'kernel/web/spreadsheets/JobsTray.tsx'] },
  { name: 'records', from: ['kernel/web/records/EntityTable.tsx', 'kernel/web/forms/ActionButton.tsx', 'kernel/model/index.ts'] },
  { name: 'forms', from: ['kernel/web/forms/EntityForm.tsx', 'kernel/web/forms/ActionForm.tsx'] },
]
interface Info {
  importedIds: readonly string[]
}
type Lookup = (id: string) => Info | null

/** Sign-in, the shell, tables and forms each come in one piece instead of forty crumbs; what a page alone needs stays with the page. */
export const chunkGroups = GROUPS.map(({ name, from }, i) => ({
  priority: GROUPS.length - i,
  debugName: name,
  name: (id: string, ctx: { getModuleInfo: Lookup }): string | null => (closure(name, from, module => ctx.getModuleInfo(module)).has(id) ? name : null),
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
