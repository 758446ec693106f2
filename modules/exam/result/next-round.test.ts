import { describe, expect, it } from 'vitest'
import { seededRandom, shuffled } from '#model/random.ts'
import { admit } from './server/admit.ts'
import { heldKey, nextRound, type Places } from './server/next-round.ts'
import { type AdmissionData, byKey, type PersonIn, type PlanIn, worth } from './server/wishes.ts'

const CATEGORIES = ['regular', 'vocational'] as const
/** A made-up examination with few places and marks apart, so that places come free and are missed. */
function made(seed: number): AdmissionData {
  const random = seededRandom(seed)
  const upTo = (n: number): number => Math.floor(random() * (n + 1))
  const plans: PlanIn[] = Array.from({ length: 2 + upTo(3) }, (_, n) => ({
    ...{ id: `plan${n}`, code: `P${n}`, subjects: ['skill'] },
    quotas: CATEGORIES.filter((_c, at) => at === 0 || random() < 0.7).map(category => ({ category, places: 1 + upTo(3) })),
  }))
  const marks = shuffled(
    Array.from({ length: 80 }, (_, n) => n + 1),
    random,
  )
  const people: PersonIn[] = Array.from({ length: 10 + upTo(40) }, (_, n) => ({
    ...{ id: `id${n}`, ksh: String(1000 + n), category: CATEGORIES[upTo(1)] ?? 'regular', obeysAdjust: random() < 0.3, exempt: 'none', precedence: null },
    choices: shuffled(plans, random)
      .slice(0, 1 + upTo(2))
      .map(p => p.id),
    scores: new Map([['skill', { value: marks[n] ?? 0, flag: 'normal' }]]),
  }))
  return {
    ...{ plans, people, formula: new Map([['skill', { full: 100, weight: 100, tieOrder: 1 }]]) },
    lines: [{ category: 'regular', planId: null, subject: null, isProvince: false, min: upTo(20) }],
    params: { method: 'score', step: 0, spillOrder: random() < 0.6 ? [...CATEGORIES] : [], adjust: true },
  }
}
const SEEDS = Array.from({ length: 300 }, (_, n) => n + 1)

describe('30-ES8 rounds', () => {
  it('30-ES8 no place is given twice, none is left while somebody who listed it waits, the higher rank goes first, and nobody who has a place moves', () => {
    for (const seed of SEEDS) {
      const data = made(seed)
      const random = seededRandom(seed + 7)
      const first = admit(data)
      const { of } = worth(data)
      const personOf = new Map(data.people.map(p => [p.id, p]))
      const planOf = new Map(data.plans.map(p => [p.id, p]))
      const total = new Map(data.plans.map(p => [p.id, p.quotas.reduce((sum, q) => sum + q.places, 0)]))
      let places: readonly Places[] = first.plans
      const held = new Map(first.placements.flatMap(p => (p.planId ? [[p.id, p.planId] as const] : [])))
      const gone = new Set<string>()
      const confirmed = new Map<string, string>()
      for (let n = 0; n < 6; n++) {
        // of those who have not answered, some come, some do not, and some say nothing yet
        for (const [id, planId] of [...held].filter(h => !confirmed.has(h[0]))) {
          const answer = random()
          if (answer < 0.35) confirmed.set(id, planId)
          else if (answer < 0.75) {
            held.delete(id)
            gone.add(id)
          }
        }
        const before = new Map(held)
        const count = new Map<string, number>()
        for (const [id, planId] of held) {
          const key = heldKey({ planId, category: personOf.get(id)?.category ?? '' })
          count.set(key, (count.get(key) ?? 0) + 1)
        }
        const waiting = data.people.filter(p => !held.has(p.id) && !gone.has(p.id))
        const round = nextRound({ ...data, people: shuffled(waiting, random) }, places, count)
        expect(round.tied).toEqual([])
        for (const { id, planId } of round.offers) {
          expect([seed, held.has(id), gone.has(id), personOf.get(id)?.choices.includes(planId)]).toEqual([seed, false, false, true])
          held.set(id, planId)
        }
        places = round.places
        for (const [id, planId] of before) expect(held.get(id)).toBe(planId)
        for (const [planId, most] of total) {
          expect(places.reduce((sum, p) => sum + (p.planId === planId ? p.places : 0), 0)).toBe(most)
          expect([...held.values()].filter(p => p === planId).length).toBeLessThanOrEqual(most)
        }
        // whoever still waits has missed each plan to better ones, and no place of it is free
        const offered = new Map(round.offers.map(o => [o.id, o.planId]))
        const wishOf = (p: PersonIn, planId: string) => of(p, planOf.get(planId) as PlanIn, p.choices.indexOf(planId) + 1)
        for (const person of waiting) {
          const got = offered.get(person.id)
          for (const planId of got ? person.choices.slice(0, person.choices.indexOf(got)) : person.choices) {
            const own = wishOf(person, planId)
            if (own.barred) continue
            const slot = places.find(p => p.planId === planId && p.category === person.category)
            const holders = [...held].filter(h => h[1] === planId && personOf.get(h[0])?.category === person.category)
            expect([seed, person.id, planId, holders.length]).toEqual([seed, person.id, planId, slot?.places])
            for (const [id, at] of offered)
              if (at === planId && personOf.get(id)?.category === person.category) expect(byKey(own.key, wishOf(personOf.get(id) as PersonIn, planId).key)).toBeGreaterThan(0)
            if (data.params.spillOrder.length)
              for (const other of places.filter(p => p.planId === planId && p.category !== person.category))
                expect([...held].filter(h => h[1] === planId && personOf.get(h[0])?.category === other.category).length).toBe(other.places)
          }
        }
        // nothing is left to give: the same again gives nobody a place
        const after = new Map<string, number>()
        for (const [id, planId] of held) {
          const key = heldKey({ planId, category: personOf.get(id)?.category ?? '' })
          after.set(key, (after.get(key) ?? 0) + 1)
        }
        expect(nextRound({ ...data, people: waiting.filter(p => !held.has(p.id)) }, places, after).offers).toEqual([])
      }
    }
  })
})
