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
  /** Distinguishes the part's reasons: somebody may settle one with a note until it applies anew. */
  code: string
  title: Wording
  /** When it last applied, or since when. */
  at?: string
  /** Link to the list that shows it. */
  link?: string
}
/** One line of a part's section. */
export interface ProfileLine {
  label: string
  value: Wording
  tone?: 'attention' | 'refused'
}
/** Where a student is: elsewhere with leave, or where they live. */
export interface Whereabouts {
  kind: 'away' | 'lives'
  text: Wording
  /** Expected return. */
  until?: string
  tone?: 'attention' | 'refused'
}
/** One module's part of the student profile page (30 SP). */
export interface ProfilePart {
  kind: 'profilePart'
  /** `{module}.{name}` */
  code: string
  label: string
  /** Place of its section on the page, smaller ones first; the record itself stands last. */
  order: number
  /** Without it the reader does not even learn that the part exists (30-SP1). It also determines the visible rows: parts read with `visibleFor(entity, permission)`. */
  permission: string
  /** Sensitive (S2): the section is closed until its reader gives a reason, which is audited, whether or not there is anything to show (30-SP2). */
  isClosed?: boolean
  /** Numbers of `studentFacts` that the section begins with, each beside the average of the class. */
  facts?: readonly string[]
  /** What the section says of the student now. */
  lines?(ctx: Ctx, studentId: string): Promise<ReadonlyArray<ProfileLine | null>>
  /** Address of the rows behind the section. */
  list?(studentId: string): string
  /** Newest first, at most `limit`. */
  happened?(ctx: Ctx, studentId: string, limit: number): Promise<readonly Happening[]>
  notable?(ctx: Ctx, studentId: string): Promise<ReadonlyArray<Notable | null>>
  whereabouts?(ctx: Ctx, studentId: string): Promise<Whereabouts | null>
}
/** A reason to look if something happened `least` times or more; `days` selects the `day` of each time. */
export async function often(
  db: Db,
  { days, least, code, title, link }: Pick<Notable, 'code' | 'link'> & { days: Sql; least: number; title: (n: number) => Wording },
): Promise<Notable | null> {
  const [sum] = await db.query<{ n: number; at: string | null }>(sql`select count(*)::int as n, max(x.day)::text as at from (${days}) x`)
  return sum?.at && sum.n >= least ? { code, title: title(sum.n), at: sum.at, ...(link ? { link } : {}) } : null
}
export const profileParts = extensionPoint<ProfilePart>('profilePart', { id: p => p.code })
/** Declares a part of the profile; default export of a module's server file. */
export const profilePart = (part: Omit<ProfilePart, 'kind'>): ProfilePart => profileParts.make(part)
