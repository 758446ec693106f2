import sql, { type Sql } from 'sql-template-tag'
import type { Wording } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx, Db } from '../context.ts'

/** Something that happened to a student. */
export interface Happening {
  /** Time, or the date (`YYYY-MM-DD`) if nothing more precise is known: entries of all modules are sorted by it. */
  at: string
  title: Wording
  note?: Wording
  /** Colour, as of states; a plain event has none. */
  tone?: 'done' | 'going' | 'attention' | 'refused'
}
/** A reason to look at a student now. */
export interface Notable {
  title: Wording
  /** When it last applied, or since when. */
  at?: string
  /** Link to the list that shows it. */
  link?: string
}
/** One module's part of the student profile page (30 SP). */
export interface ProfilePart {
  kind: 'profilePart'
  /** `{module}.{name}` */
  code: string
  label: string
  /** Without it the reader does not even learn that the part exists (30-SP1). It also determines the visible rows: parts read with `visibleFor(entity, permission)`. */
  permission: string
  /** Newest first, at most `limit`; absent if the part only gives reasons to look. */
  happened?(ctx: Ctx, studentId: string, limit: number): Promise<readonly Happening[]>
  notable?(ctx: Ctx, studentId: string): Promise<ReadonlyArray<Notable | null>>
}
/** A reason to look if something happened `least` times or more; `days` selects the `day` of each time. */
export async function often(db: Db, days: Sql, least: number, title: (n: number) => Wording, link: string): Promise<Notable | null> {
  const [sum] = await db.query<{ n: number; at: string | null }>(sql`select count(*)::int as n, max(x.day)::text as at from (${days}) x`)
  return sum?.at && sum.n >= least ? { title: title(sum.n), at: sum.at, link } : null
}
export const profileParts = extensionPoint<ProfilePart>('profilePart', { id: p => p.code })
/** Declares a part of the profile; default export of a module's server file. */
export const profilePart = (part: Omit<ProfilePart, 'kind'>): ProfilePart => profileParts.make(part)
