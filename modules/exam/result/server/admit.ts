import { type AdmissionData, byKey, type Key, type PersonIn, type PlanIn, type Verdict, type Wish, worth } from './wishes.ts'

export interface Placement {
  id: string
  planId: string | null
  /** 0 by adjustment. */
  choiceNo: number | null
  /** Equal in all that is compared to somebody on the other side of the last place. */
  isTied: boolean
  wishes: ReadonlyArray<Pick<Wish, 'planId' | 'total' | 'ties' | 'missed'> & { verdict: Verdict }>
}
export interface PlanResult {
  planId: string
  category: string
  /** After unused places of other categories have come or gone. */
  places: number
  filled: number
  highest: number | null
  lowest: number | null
  average: number | null
  /** Of the last one admitted by rank: whoever came by adjustment or is exempt is none of them. */
  lastTotal: number | null
  lastTies: readonly number[]
}
export interface Admission {
  placements: Placement[]
  plans: PlanResult[]
}
interface Held {
  person: PersonIn
  wish: Wish
}
/** A plan as one category sees it. */
interface Slot {
  plan: PlanIn
  category: string
  places: number
  held: Held[]
  /** Those turned away who would take a place. */
  missed: Held[]
}
interface Adjusted {
  held: readonly Held[]
  /** Equal to somebody who got a place while they got none. */
  tied: ReadonlySet<string>
}
const NONE: Adjusted = { held: [], tied: new Set() }
const order = (a: Held, b: Held): number => byKey(a.wish.key, b.wish.key) || (a.person.ksh < b.person.ksh ? -1 : 1)
const slotKey = (planId: string, category: string): string => `${planId} ${category}`

/**
 * 30-ES3 … 30-ES6: who gets a place, from nothing but what is given. Applicants ask in the order of their choices, and a plan keeps the best of each category so far; where all plans
 * rank alike, that is one pass by rank. Nobody then holds a place that a higher-ranked one of the same category preferred and missed.
 */
export function admit(data: AdmissionData): Admission {
  const people = data.people.toSorted((a, b) => (a.ksh < b.ksh ? -1 : a.ksh > b.ksh ? 1 : 0))
  const plans = data.plans.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const byId = new Map(plans.map(p => [p.id, p]))
  const { of } = worth(data)
  const wishes = new Map(
    people.map(person => [
      person.id,
      person.choices.flatMap((id, n) => {
        const plan = byId.get(id)
        return plan ? [of(person, plan, n + 1)] : []
      }),
    ]),
  )
  const slots = new Map(plans.flatMap(plan => plan.quotas.map(q => [slotKey(plan.id, q.category), { plan, category: q.category, places: q.places, held: [], missed: [] } as Slot])))
  do pass(people, wishes, slots)
  while (spill(slots, data.params.spillOrder))
  const adjusted = data.params.adjust ? adjust(people, plans, slots, of, wishes) : NONE
  return { placements: placementsOf(people, wishes, slots, adjusted), plans: resultsOf(plans, slots, adjusted.held) }
}
/** From the top: nobody holds a place from before. */
function pass(people: readonly PersonIn[], wishes: ReadonlyMap<string, readonly Wish[]>, slots: ReadonlyMap<string, Slot>): void {
  for (const slot of slots.values()) Object.assign(slot, { held: [], missed: [] })
  const next = new Map<string, number>()
  let asking: readonly PersonIn[] = people
  while (asking.length) {
    const asked = new Set<Slot>()
    for (const person of asking) {
      const of = wishes.get(person.id) ?? []
      let at = next.get(person.id) ?? 0
      while (of[at]?.barred) at++
      const wish = of[at]
      next.set(person.id, at + 1)
      const slot = wish && slots.get(slotKey(wish.planId, person.category))
      if (!wish || !slot) continue
      slot.held.push({ person, wish })
      asked.add(slot)
    }
    asking = [...asked].flatMap(slot => {
      const [kept, left] = [slot.held.sort(order).slice(0, slot.places), slot.held.slice(slot.places)]
      slot.held = kept
      slot.missed.push(...left)
      return left.map(h => h.person)
    })
  }
}
/** 30-ES5: unused places of a plan go to the categories that miss some, in the order allowed. Whether any went. */
function spill(slots: ReadonlyMap<string, Slot>, spillOrder: readonly string[]): boolean {
  let isAny = false
  for (const from of slots.values()) {
    for (const category of spillOrder) {
      const to = slots.get(slotKey(from.plan.id, category))
      const moved = to && to !== from ? Math.min(from.places - from.held.length, to.missed.length - Math.max(0, to.places - to.held.length)) : 0
      if (!to || moved <= 0) continue
      from.places -= moved
      to.places += moved
      isAny = true
    }
  }
  return isAny
}
/** 30-ES5: obeying ones without a place, by rank, each to the plan with the most places left that takes them. */
function adjust(
  people: readonly PersonIn[],
  plans: readonly PlanIn[],
  slots: ReadonlyMap<string, Slot>,
  of: ReturnType<typeof worth>['of'],
  wishes: ReadonlyMap<string, readonly Wish[]>,
): Adjusted {
  const placed = new Set([...slots.values()].flatMap(s => s.held.map(h => h.person.id)))
  const left = new Map([...slots].map(([key, s]) => [key, s.places - s.held.length]))
  const rankOf = ({ id }: PersonIn): Key => wishes.get(id)?.[0]?.key ?? []
  const rest = people.filter(p => p.obeysAdjust && !placed.has(p.id) && wishes.get(p.id)?.length).toSorted((a, b) => byKey(rankOf(a), rankOf(b)))
  const held = rest.flatMap((person): Held[] => {
    const free = plans
      .map(plan => ({ plan, key: slotKey(plan.id, person.category) }))
      .filter(({ key }) => (left.get(key) ?? 0) > 0)
      .toSorted((a, b) => (left.get(b.key) ?? 0) - (left.get(a.key) ?? 0))
    for (const { key, plan } of free) {
      const wish = of(person, plan, 0)
      if (wish.barred) continue
      left.set(key, (left.get(key) ?? 0) - 1)
      return [{ person, wish }]
    }
    return []
  })
  const got = new Set(held.map(h => h.person.id))
  const alike = Map.groupBy(rest, p => `${p.category} ${rankOf(p).join(' ')}`)
  const tied = [...alike.values()].flatMap(group => (group.some(p => got.has(p.id)) && group.some(p => !got.has(p.id)) ? group.map(p => p.id) : []))
  return { held, tied: new Set(tied) }
}
/** 30-ES4: equals on both sides of the last place, which nothing that is compared tells apart. */
function tiedIn(slots: ReadonlyMap<string, Slot>): Set<string> {
  const tied = new Set<string>()
  for (const { held, missed } of slots.values()) {
    const last = held.at(-1)
    if (!last || !missed.length) continue
    const equals = (h: Held): boolean => byKey(h.wish.key, last.wish.key) === 0
    const out = missed.filter(equals)
    if (out.length) for (const h of [...held.filter(equals), ...out]) tied.add(h.person.id)
  }
  return tied
}
function placementsOf(people: readonly PersonIn[], wishes: ReadonlyMap<string, readonly Wish[]>, slots: ReadonlyMap<string, Slot>, adjusted: Adjusted): Placement[] {
  const held = new Map([...[...slots.values()].flatMap(s => s.held), ...adjusted.held].map(h => [h.person.id, h.wish]))
  const tied = tiedIn(slots).union(adjusted.tied)
  return people.map(({ id }) => {
    const wish = held.get(id)
    const verdict = (of: Wish): Verdict => {
      if (wish?.choiceNo && of.choiceNo > wish.choiceNo) return 'later'
      return of === wish ? 'admitted' : (of.barred ?? 'full')
    }
    return {
      ...{ id, planId: wish?.planId ?? null, choiceNo: wish?.choiceNo ?? null, isTied: tied.has(id) },
      wishes: (wishes.get(id) ?? []).map(of => ({ planId: of.planId, total: of.total, ties: of.ties, missed: of.missed, verdict: verdict(of) })),
    }
  })
}
function resultsOf(plans: readonly PlanIn[], slots: ReadonlyMap<string, Slot>, adjusted: readonly Held[]): PlanResult[] {
  const adjustedTo = Map.groupBy(adjusted, ({ person, wish }) => slotKey(wish.planId, person.category))
  return plans.flatMap(plan =>
    plan.quotas.flatMap(({ category }) => {
      const slot = slots.get(slotKey(plan.id, category))
      if (!slot) return []
      const all = [...slot.held, ...(adjustedTo.get(slotKey(plan.id, category)) ?? [])].map(h => h.wish)
      const scored = all.filter(w => w.key[0] === 0)
      const totals = scored.flatMap(w => w.total ?? [])
      const last = slot.held.findLast(h => h.wish.key[0] === 0)
      return [
        {
          ...{ planId: plan.id, category, places: slot.places, filled: all.length },
          highest: totals.length ? Math.max(...totals) : null,
          lowest: totals.length ? Math.min(...totals) : null,
          average: totals.length ? Math.round((totals.reduce((a, b) => a + b, 0) / totals.length) * 100) / 100 : null,
          lastTotal: last?.wish.total ?? null,
          lastTies: last?.wish.ties ?? [],
        },
      ]
    }),
  )
}
