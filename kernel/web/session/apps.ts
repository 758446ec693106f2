import { get } from '#web/http/client.ts'
import { read, write } from './storage.ts'

/** An app of the service hall, as far as the shell knows it. */
interface App {
  id: string
  url: string
  menuId: string | null
}
const APPS = 'ql-userAllApps'
const CURRENT = 'ql-appId'

/** Fetches what the person may use in the service hall and keeps it in this browser. */
export async function keepApps(terminal: 'web' | 'mobile'): Promise<void> {
  write(APPS, await get<App[]>('base/appName/getUserApp', { terminal }, { quiet: true }))
}
/** Remembers which app an opened menu is, if it is one. */
export function enterApp(menuId: string, path: string | null): void {
  const apps = read<App[]>(APPS) ?? []
  const app = apps.find(a => a.menuId === menuId) ?? apps.find(a => a.url === path)
  if (app) write(CURRENT, app.id)
}
