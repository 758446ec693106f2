import { createContext, useContext } from 'react'
import type { UserInfo } from '#web/credentials/token.ts'
import type { MenuEntry, Screen } from './menu.ts'

/** The signed-in user, their screens and permissions. */
export interface Session {
  me: UserInfo
  /** For menus. */
  menus: readonly MenuEntry[]
  /** Everything with an address, hidden screens too. */
  screens: readonly Screen[]
  /** Pages without the shell. */
  bare: readonly Screen[]
  can(permissionKey: string): boolean
}
export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the signed-in shell')
  return session
}
export const useMe = (): UserInfo => useSession().me
/** Whether the user holds a permission; buttons without it are not rendered. The server checks again. */
export const useCan = (permissionKey: string): boolean => useSession().can(permissionKey)
const offered = (): boolean => true
/** Whether a button is drawn for a permission. Accounts of other realms have neither menus nor permissions in the browser: what their pages offer is drawn, and the server decides. */
export const useMay = (): Session['can'] => useContext(SessionContext)?.can ?? offered
