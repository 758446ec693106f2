import { findPage, findRoutes } from 'virtual:qinglan/modules'
import type { FunctionComponent, ReactNode } from 'react'
import type { PageRoute } from '#model/module.ts'
import { type Lazy, lazily } from '#web/base/chunk.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { FIXED, routeAt, withFixed } from './routes.ts'

/** A module's page has no props; `missing` is rendered if this build lacks the page. */
export type Page = FunctionComponent<{ missing?: ReactNode }>
/** What a page's file exports. */
export interface PageFile {
  default: Page
  /** The queries of the page's first screen, sent when a visit begins here: beside the drawing of the shell, not after it. The page itself asks the same keys. */
  firstQueries?: (params: URLSearchParams) => ReadonlyArray<Parameters<typeof queryClient.prefetchQuery>[0]>
  /** What the “?” beside the title says. */
  about?: () => About
}
export interface About {
  /** What the page is for. */
  use: string
  /** Who sees what here. */
  who: string
  /** What to do first. */
  first: string
}
const abouts = new Map<string, () => About>()
/** Help about a page that has been loaded. */
export const aboutOf = (component: string | null | undefined): (() => About) | undefined => abouts.get(component ?? '')

async function fileOf(component: string): Promise<PageFile | undefined> {
  const page: PageFile | undefined = await findPage(component)
  if (page?.about) abouts.set(component, page.about)
  return page
}
const made = new Map<string, Lazy<Page>>()
const Missing: Page = ({ missing }) => missing

/** The page of a menu's component (`campus/StuClassPage`), loaded on first render. */
export function pageNamed(component: string): Lazy<Page> {
  const known = made.get(component) ?? lazily<Page>(() => fileOf(component).then(page => page ?? { default: Missing }))
  made.set(component, known)
  return known
}
/** Preloads a page's chunk when the pointer is over its menu entry. */
export function preload(component: string | null | undefined): void {
  if (component) void findPage(component).catch(() => undefined)
}
/** Loads a page and what it shows first, before it is rendered. */
export async function pageAhead(component: string, search: string): Promise<void> {
  const page = await fileOf(component).catch(() => undefined)
  for (const query of page?.firstQueries?.(new URLSearchParams(search)) ?? []) void queryClient.prefetchQuery(query)
  await pageNamed(component).ahead()
}
let routes = FIXED
let coming: Promise<void> | undefined
/** Loads the routes of pages that no menu refers to; required before the first render. */
export function loadRoutes(): Promise<void> {
  coming ??= findRoutes().then(found => {
    routes = withFixed(found)
  })
  coming.catch(() => {
    coming = undefined
  })
  return coming
}
/** All pages that no menu refers to, including the customer's fixed addresses. */
export const allPages = (): readonly PageRoute[] => routes
export const pageAt = (path: string): PageRoute | undefined => routeAt(routes, path)
/** Pages that the home page of a realm lists. */
export const entriesOf = (area: string): readonly PageRoute[] => routes.filter(route => route.isEntry && route.path.startsWith(`${area}/`))
export const isOpenPage = (path: string): boolean => pageAt(path)?.access === 'open'
