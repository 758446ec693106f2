import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { realmOf } from '#web/credentials/realm.ts'
import look from './realm.module.css'

/** A page of the main realm that stands in another area, too: made for the phone there, and its arrow leads to the home page of the area. */
export function RealmFrame({ children }: { children: (back: string | undefined) => ReactNode }) {
  const { area, home } = realmOf(useLocation().pathname)
  return area ? <main className={look.page}>{children(home)}</main> : children(undefined)
}
