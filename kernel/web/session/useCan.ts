import { createContext, useContext } from 'react'
import type { MenuEntry, Screen } from './menu.ts'
import type { UserInfo } from './token.ts'

/** The signed-in person, what they may open and what they may press. */
export interface Session {
  me: UserInfo
  /** For menus. */
  menus: readonly MenuEntry[]
  /** Everything that has an address of its own, hidden screens too. */
  screens: readonly Screen[]
  /** Pages that fill the window. */
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
/** Whether the person holds a permission; a button without it is not drawn. The server checks again. */
export const useCan = (permissionKey: string): boolean => useSession().can(permissionKey)
