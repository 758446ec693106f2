import pages from 'virtual:qinglan/pages'
import type { FunctionComponent } from 'react'
import type { PageRoute } from '#model/module.ts'
import { lazily } from './chunk.ts'
import { routeAt, withFixed } from './routes.ts'

type Page = FunctionComponent<Record<never, never>>
const FILES = import.meta.glob<{ default: Page }>('/modules/*/web/*Page.tsx')
const made = new Map<string, Page>()

const fileOf = (component: string) => FILES[`/modules/${component.split('/')[0]}/web/${component.split('/').slice(1).join('/')}.tsx`]

/** The page a menu's component names (`campus/StuClassPage`), loaded when first drawn; `undefined` when there is none. */
export function pageNamed(component: string): Page | undefined {
  const load = fileOf(component)
  if (!load) return undefined
  const known = made.get(component)
  if (known) return known
  const page = lazily(load)
  made.set(component, page)
  return page
}
/** Fetches a page's program ahead, when the pointer is already on its entry. */
export function preload(component: string | null | undefined): void {
  if (component) void fileOf(component)?.().catch(() => undefined)
}
/** Every page no menu names, the customer's fixed addresses among them. */
export const allPages = withFixed(pages)
export const pageAt = (path: string): PageRoute | undefined => routeAt(allPages, path)
export const isOpenPage = (path: string): boolean => pageAt(path)?.access === 'open'
