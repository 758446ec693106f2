import { read, write } from '#web/base/storage.ts'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'

/** An app of the service hall. */
interface App {
  id: string
  url: string
  menuId: string | null
}
const APPS = 'ql-userAllApps'
const CURRENT = 'ql-appId'

/** Fetches the user's apps of the service hall and stores them in this browser. */
export async function keepApps(terminal: 'web' | 'mobile'): Promise<void> {
  write(APPS, await get<App[]>(port('myApps'), { terminal }, { quiet: true }))
}
/** Stores which app an opened menu belongs to, if any. */
export function enterApp(menuId: string, path: string | null): void {
  const apps = read<App[]>(APPS) ?? []
  const app = apps.find(a => a.menuId === menuId) ?? apps.find(a => a.url === path)
  if (app) write(CURRENT, app.id)
}
