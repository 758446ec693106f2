import services from 'virtual:qinglan/services'
import type { PageHead } from '#model'

/** A page of rows as the wire gives it. */
export interface PageOf<T> {
  result: T[]
  page: PageHead
  current: number
  size: number
}
/** Path of a verb for the client: `address(stuClass, 'list')` → `base/stuClass/list`. Works for entities and, with its own name, actions. */
export function address(of: { module: string; wire?: string; name: string; of?: string; service?: string | undefined }, verb?: string): string {
  const service = of.service ?? services[of.module] ?? of.module
  return `${service}/${of.wire ?? of.of ?? of.name}/${verb ?? of.name}`
}
