import services from 'virtual:qinglan/services'
import type { PageHead } from '#model'

/** A page of rows on the wire. */
export interface PageOf<T> {
  result: T[]
  page: PageHead
  current: number
  size: number
}
/** Path of a verb: `address(stuClass, 'list')` → `base/stuClass/list`. Works for entities and, with their own name, actions. */
export function address(of: { module: string; wire?: string; name: string; of?: string; service?: string | undefined }, verb?: string): string {
  const service = of.service ?? services[of.module] ?? of.module
  return `${service}/${of.wire ?? of.of ?? of.name}/${verb ?? of.name}`
}
