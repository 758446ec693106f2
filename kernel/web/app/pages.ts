import { findPage, findRoutes } from 'virtual:qinglan/modules'
import type { FunctionComponent, ReactNode } from 'react'
import type { PageRoute } from '#model/module.ts'
import { lazily } from './chunk.ts'
import { FIXED, routeAt, withFixed } from './routes.ts'

/** A module's page takes nothing; `missing` is drawn where this program has no such page. */
export type Page = FunctionComponent<{ missing?: ReactNode }>
const made = new Map<string, Page>()
const Missing: Page = ({ missing }) => missing

/** The page a menu's component names (`campus/StuClassPage`), loaded when first drawn. */
export function pageNamed(component: string): Page {
  const known = made.get(component) ?? lazily(() => findPage(component).then(page => page ?? { default: Missing }))
  made.set(component, known)
  return known
}
/** Fetches a page's program ahead, when the pointer is already on its entry. */
export function preload(component: string | null | undefined): void {
  if (component) void findPage(component).catch(() => undefined)
}
let routes = FIXED
let coming: Promise<void> | undefined
/** Fetches which pages lie at addresses that no menu names. Nothing can be drawn before that is known. */
export function loadRoutes(): Promise<void> {
  coming ??= findRoutes().then(found => {
    routes = withFixed(found)
  })
  coming.catch(() => {
    coming = undefined
  })
  return coming
}
/** Every page no menu names, the customer's fixed addresses among them. */
export const allPages = (): readonly PageRoute[] => routes
export const pageAt = (path: string): PageRoute | undefined => routeAt(routes, path)
export const isOpenPage = (path: string): boolean => pageAt(path)?.access === 'open'
