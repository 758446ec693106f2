export interface Line {
  category: string | null
  planId: string | null
  subject: string | null
  isProvince: boolean
  min: number
}
export interface Lines {
  total: number | null
  subjects: ReadonlyMap<string, number>
}
/** What counts for a category in a plan: the plan's own line before the general one, and never less than the province's. */
export function linesOf(lines: readonly Line[], category: string | null, planId: string): Lines {
  const least = (subject: string | null): number | null => {
    const of = lines.filter(l => l.category === category && l.subject === subject)
    const own = of.find(l => !l.isProvince && l.planId === planId) ?? of.find(l => !l.isProvince && !l.planId)
    const mins = [own, of.find(l => l.isProvince)].flatMap(l => l?.min ?? [])
    return mins.length ? Math.max(...mins) : null
  }
  const subjects = [...new Set(lines.flatMap(l => l.subject ?? []))]
  return {
    total: least(null),
    subjects: new Map(
      subjects.flatMap(subject => {
        const min = least(subject)
        return min === null ? [] : [[subject, min] as const]
      }),
    ),
  }
}
