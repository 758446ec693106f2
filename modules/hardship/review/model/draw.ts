/** 40-D4: at least ten in a hundred of the class and five people, odd. */
export function groupSize(classSize: number): number {
  const least = Math.max(LEAST, Math.ceil(classSize / TENTH))
  return least % 2 ? least : least + 1
}
const LEAST = 5
const TENTH = 10
/** At most half of the group are class officers. */
export const mostOfficers = (size: number): number => Math.floor(size / 2)
/** Takes members in the given order, and no more officers than allowed; undefined where there are too few. */
export function drawFrom(ordered: readonly string[], size: number, officers: ReadonlySet<string>): string[] | undefined {
  const members: string[] = []
  let held = 0
  for (const id of ordered) {
    if (members.length === size) break
    if (officers.has(id) && held >= mostOfficers(size)) continue
    if (officers.has(id)) held += 1
    members.push(id)
  }
  return members.length === size ? members : undefined
}
/** 40-D5: two thirds of those who may vote on a case. */
export const hasQuorum = (votes: number, eligible: number): boolean => eligible > 0 && votes * 3 >= eligible * 2
