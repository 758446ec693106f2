import sql from 'sql-template-tag'
import { type PageHead, pageOf } from '#model'

/** The page a caller asked for (`pageInput`): the end of its statement, and its head once the total is known. */
export function askedPage({ current, size }: { current?: number | null | undefined; size?: number | null | undefined }, usual = 20) {
  const [at, many] = [current ?? 1, size ?? usual]
  return { at, many, limit: sql`limit ${many}::int offset ${(at - 1) * many}::int`, head: (total: number): PageHead => pageOf(total, at, many) }
}
