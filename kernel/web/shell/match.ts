import { normalPath, routeAt } from '#web/pages/routes.ts'
import { HOME } from '#web/pages/tabs.ts'
import type { MenuEntry, Screen } from '#web/session/menu.ts'

export { normalPath }
/** The screen at an address; paths may have parameters (`/student/detail/:id`). Static paths win. */
export const matchScreen = <S extends Pick<Screen, 'path'>>(screens: readonly S[], pathname: string): S | undefined => routeAt(screens, pathname)

/** Top-level group of a screen, to highlight it in the bar. */
export function groupOf(groups: readonly MenuEntry[], screen: Pick<Screen, 'id'> | undefined): MenuEntry | undefined {
  const holds = (entry: MenuEntry): boolean => entry.id === screen?.id || (entry.children ?? []).some(holds)
  return screen && groups.find(holds)
}
export const isHome = (pathname: string): boolean => normalPath(pathname) === HOME
