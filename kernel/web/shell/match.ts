import { normalPath, routeAt } from '#web/app/routes.ts'
import type { MenuEntry, Screen } from '#web/session/menu.ts'
import { HOME } from './tabs.ts'

export { normalPath }
/** The person's screen at an address; paths may hold parameters (`/student/detail/:id`). Plain paths win over patterns. */
export const matchScreen = <S extends Pick<Screen, 'path'>>(screens: readonly S[], pathname: string): S | undefined => routeAt(screens, pathname)

/** The top group an address lies in, for the mark in the bar. */
export function groupOf(groups: readonly MenuEntry[], screen: Pick<Screen, 'id'> | undefined): MenuEntry | undefined {
  const holds = (entry: MenuEntry): boolean => entry.id === screen?.id || (entry.children ?? []).some(holds)
  return screen && groups.find(holds)
}
export const isHome = (pathname: string): boolean => normalPath(pathname) === HOME
