import sql, { type Sql } from 'sql-template-tag'
import type { Wording } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx, Db } from '../context.ts'

/** Something that happened to a student. */
export interface Happening {
  /** The moment, or the day (`YYYY-MM-DD`) where nobody knows it better: all modules' are ordered by it. */
  at: string
  title: Wording
  note?: Wording
  /** As states are coloured; a plain event has none. */
  tone?: 'done' | 'going' | 'attention' | 'refused'
}
/** A reason to look at a student now. */
export interface Notable {
  title: Wording
  /** When it was so last, or since when. */
  at?: string
  /** The list where it is to be seen. */
  link?: string
}
/** What one module knows of a student, for the page that shows everything about one (30 SP). */
export interface ProfilePart {
  kind: 'profilePart'
  /** `{module}.{name}` */
  code: string
  label: string
  /** Whoever does not hold it hears nothing of the part, not even that it exists (30-SP1). It also says which rows the reader may see: parts read with `visibleFor(entity, permission)`. */
  permission: string
  /** Newest first, `limit` at most; absent where the part only has reasons to look. */
  happened?(ctx: Ctx, studentId: string, limit: number): Promise<readonly Happening[]>
  notable?(ctx: Ctx, studentId: string): Promise<ReadonlyArray<Notable | null>>
}
/** A reason to look where something happened `least` times or more: `days` selects the `day` of each time. */
export async function often(db: Db, days: Sql, least: number, title: (n: number) => Wording, link: string): Promise<Notable | null> {
  const [sum] = await db.query<{ n: number; at: string | null }>(sql`select count(*)::int as n, max(x.day)::text as at from (${days}) x`)
  return sum?.at && sum.n >= least ? { title: title(sum.n), at: sum.at, link } : null
}
export const profileParts = extensionPoint<ProfilePart>('profilePart', { id: p => p.code })
/** Declares a part of the profile; default export of a module's server file. */
export const profilePart = (part: Omit<ProfilePart, 'kind'>): ProfilePart => profileParts.make(part)
