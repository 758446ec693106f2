export const STRATA = { college: '学院', grade: '年级', gender: '性别', level: '层次' } as const
export type Stratum = keyof typeof STRATA
/** Strata kept with the answers of a survey, and the combinations there are of them. */
export interface KeptStrata {
  by: Stratum[]
  combinations: string[]
}
export type Member = Readonly<Record<Stratum, string | null>>
/** What tells somebody's combination apart. */
export const combinationOf = (member: Member, by: readonly Stratum[]): string => by.map(name => member[name] ?? '—').join(' · ')

/**
 * The strata to keep: each combination has `least` people in the audience; the finest one is left out until it is so (60-SV4). `counted` are the members of the audience by
 * all strata wanted.
 */
export function keptStrata(wanted: readonly Stratum[], counted: ReadonlyArray<Member & { n: number }>, least: number): KeptStrata {
  for (let by = [...wanted]; by.length; by = by.slice(0, -1)) {
    const sizes = new Map<string, number>()
    for (const member of counted) {
      const key = combinationOf(member, by)
      sizes.set(key, (sizes.get(key) ?? 0) + member.n)
    }
    if ([...sizes.values()].every(n => n >= least)) return { by, combinations: [...sizes.keys()] }
  }
  return { by: [], combinations: [] }
}
