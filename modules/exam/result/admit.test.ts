import { describe, expect, it } from 'vitest'
import { seededRandom, shuffled } from '#model/random.ts'
import { type Admission, admit } from './server/admit.ts'
import { type AdmissionData, byKey, type PersonIn, type PlanIn, worth } from './server/wishes.ts'

const CATEGORIES = ['regular', 'vocational', 'veteran'] as const
const FORMULA = new Map([
  ['skill', { full: 10, weight: 100, tieOrder: 1 }],
  ['chinese', { full: 10, weight: 50, tieOrder: 2 }],
  ['math', { full: 10, weight: 100, tieOrder: null }],
])
/** A made-up examination; few places, few marks, so that ties, misses and unused places are common. */
function made(seed: number, more: Partial<AdmissionData['params']> = {}): AdmissionData {
  const random = seededRandom(seed)
  const upTo = (n: number): number => Math.floor(random() * (n + 1))
  const plans: PlanIn[] = Array.from({ length: 2 + upTo(4) }, (_, n) => ({
    id: `plan${n}`,
    code: `P${n}`,
    subjects: n % 3 === 2 ? ['math', 'skill'] : ['chinese', 'skill'],
    quotas: CATEGORIES.filter((_c, at) => at === 0 || random() < 0.6).map(category => ({ category, places: 1 + upTo(4) })),
  }))
  const people: PersonIn[] = Array.from({ length: 5 + upTo(45) }, (_, n) => {
    const exempt = random() < 0.06 ? 'all' : random() < 0.06 ? 'culture' : 'none'
    const score = (subject: string) => {
      if (exempt === 'all' || (exempt === 'culture' && subject !== 'skill')) return { value: null, flag: 'exempt' as const }
      return random() < 0.05 ? { value: null, flag: 'absent' as const } : { value: upTo(10), flag: 'normal' as const }
    }
    return {
      ...{ id: `id${n}`, ksh: String(1000 + n), category: CATEGORIES[upTo(2)] ?? 'regular', obeysAdjust: random() < 0.5, exempt, precedence: null },
      choices: shuffled(plans, random)
        .slice(0, 1 + upTo(3))
        .map(p => p.id),
      scores: new Map(['chinese', 'math', 'skill'].map(subject => [subject, score(subject)])),
    }
  })
  const line = { planId: null, isProvince: false }
  const lines = [
    { ...line, category: 'regular', subject: null, min: upTo(8) },
    { ...line, category: 'vocational', subject: 'skill', min: upTo(4) },
  ]
  return {
    plans,
    people,
    formula: FORMULA,
    lines,
    params: { method: 'score', step: 0, spillOrder: random() < 0.7 ? ['regular', 'vocational', 'veteran'] : [], adjust: true, ...more },
  }
}
const SEEDS = Array.from({ length: 400 }, (_, n) => n + 1)
const placesIn = (of: Admission, planId: string): number => of.plans.filter(p => p.planId === planId).reduce((sum, p) => sum + p.places, 0)
/** Whoever preferred a plan and missed it, with those who hold a place there. */
function envious(data: AdmissionData, of: Admission): string[] {
  const { of: worthOf } = worth(data)
  const personOf = new Map(data.people.map(p => [p.id, p]))
  const planOf = new Map(data.plans.map(p => [p.id, p]))
  const wishOf = (person: PersonIn, planId: string) => worthOf(person, planOf.get(planId) as PlanIn, person.choices.indexOf(planId) + 1)
  return of.placements.flatMap(placement => {
    const person = personOf.get(placement.id) as PersonIn
    const better = placement.choiceNo ? person.choices.slice(0, placement.choiceNo - 1) : person.choices
    return better.flatMap(planId => {
      const own = wishOf(person, planId)
      if (own.barred) return []
      const holders = of.placements.filter(p => p.planId === planId && personOf.get(p.id)?.category === person.category)
      const lower = holders.filter(p => p.choiceNo === 0 || byKey(own.key, wishOf(personOf.get(p.id) as PersonIn, planId).key) < 0)
      const places = of.plans.find(p => p.planId === planId && p.category === person.category)?.places ?? 0
      return [...lower.map(p => `${p.id} holds ${planId} before ${person.id}`), ...(holders.length < places ? [`${planId} has a place that ${person.id} missed`] : [])]
    })
  })
}
describe('the method of admission', () => {
  it.each(['score', 'choice', 'step'] as const)('30-ES5 no lower-ranked person holds a place that a higher-ranked one of the category preferred and missed (%s)', method => {
    const found = SEEDS.flatMap(seed => {
      const data = made(seed, { method, step: 2 })
      return envious(data, admit(data)).map(what => `${seed}: ${what}`)
    })
    expect(found).toEqual([])
  })
  it('30-ES4 never exceeds a quota, and places spill between the categories of a plan only', () => {
    for (const seed of SEEDS) {
      const data = made(seed)
      const of = admit(data)
      for (const plan of of.plans) {
        const holders = of.placements.filter(p => p.planId === plan.planId && data.people.find(x => x.id === p.id)?.category === plan.category)
        expect([holders.length, holders.length <= plan.places]).toEqual([plan.filled, true])
      }
      for (const plan of data.plans) expect(placesIn(of, plan.id)).toBe(plan.quotas.reduce((sum, q) => sum + q.places, 0))
      if (!data.params.spillOrder.length)
        for (const plan of data.plans) for (const q of plan.quotas) expect(of.plans.find(p => p.planId === plan.id && p.category === q.category)?.places).toBe(q.places)
    }
  })
  it('30-ES3 is one pass by rank where all plans count alike: each takes the first choice with a place', () => {
    for (const seed of SEEDS) {
      const base = made(seed, { spillOrder: [], adjust: false })
      const data = { ...base, plans: base.plans.map(p => ({ ...p, subjects: ['chinese', 'skill'] })) }
      const { of } = worth(data)
      const left = new Map(data.plans.flatMap(p => p.quotas.map(q => [`${p.id} ${q.category}`, q.places])))
      const planOf = new Map(data.plans.map(p => [p.id, p]))
      const rank = (p: PersonIn) => of(p, data.plans[0] as PlanIn, 1).key
      const expected = new Map<string, string | null>()
      for (const person of data.people.toSorted((a, b) => byKey(rank(a), rank(b)) || (a.ksh < b.ksh ? -1 : 1))) {
        const got = person.choices.find(id => !of(person, planOf.get(id) as PlanIn, 1).barred && (left.get(`${id} ${person.category}`) ?? 0) > 0) ?? null
        if (got) left.set(`${got} ${person.category}`, (left.get(`${got} ${person.category}`) ?? 0) - 1)
        expected.set(person.id, got)
      }
      expect(Object.fromEntries(admit(data).placements.map(p => [p.id, p.planId]))).toEqual(Object.fromEntries(expected))
    }
  })
  it.each([
    ['score', { id1: 'p', id2: null, id3: 'r', id4: null }],
    ['choice', { id1: null, id2: 'p', id3: null, id4: 'r' }],
    ['step', { id1: null, id2: 'p', id3: 'r', id4: null }],
  ] as const)('30-ES3 a later choice counts by the method (%s)', (method, expected) => {
    const one = (n: number, choices: string[], skill: number): PersonIn => ({
      ...{ id: `id${n}`, ksh: String(n), category: 'regular', choices, obeysAdjust: false, exempt: 'none', precedence: null },
      scores: new Map([['skill', { value: skill, flag: 'normal' }]]),
    })
    const plans = ['p', 'q', 'r'].map(id => ({ id, code: id, subjects: ['skill'], quotas: [{ category: 'regular', places: 1 }] }))
    // the only place of q is gone; six points less bring one of the two below the first choice of another
    const people = [one(0, ['q'], 100), one(1, ['q', 'p'], 90), one(2, ['p'], 85), one(3, ['q', 'r'], 95), one(4, ['r'], 88)]
    const { placements } = admit({ ...made(1), lines: [], plans, people, params: { method, step: 6, spillOrder: [], adjust: false } })
    expect(Object.fromEntries(placements.map(p => [p.id, p.planId]))).toEqual({ id0: 'q', ...expected })
  })
  it('30-ES4 totals less the steps are exact: equal ones are a tie', () => {
    const formula = new Map([['skill', { full: 300, weight: 100, tieOrder: null }]])
    const plans = ['p', 'q', 'r'].map(id => ({ id, code: id, subjects: ['skill'], quotas: [{ category: 'regular', places: 1 }] }))
    const one = (n: number, choices: string[], skill: number): PersonIn => ({
      ...{ id: `id${n}`, ksh: String(n), category: 'regular', choices, obeysAdjust: false, exempt: 'none', precedence: null },
      scores: new Map([['skill', { value: skill, flag: 'normal' }]]),
    })
    const people = [one(0, ['q'], 250), one(1, ['r'], 250), one(2, ['p'], 199.8), one(3, ['q', 'p'], 200.1), one(4, ['q', 'r', 'p'], 200.4)]
    const { placements } = admit({ formula, lines: [], plans, people, params: { method: 'step', step: 0.3, spillOrder: [], adjust: false } })
    expect(placements.map(p => [p.id, p.planId, p.isTied])).toEqual([
      ['id0', 'q', false],
      ['id1', 'r', false],
      ['id2', 'p', true],
      ['id3', null, true],
      ['id4', null, true],
    ])
  })
  it('30-ES3 places exempt ones first, within the quota', () => {
    for (const seed of SEEDS) {
      const data = made(seed)
      const of = admit(data)
      const isExempt = new Set(data.people.filter(p => p.exempt === 'all').map(p => p.id))
      for (const placement of of.placements.filter(p => isExempt.has(p.id) && !p.planId)) {
        const person = data.people.find(p => p.id === placement.id) as PersonIn
        for (const planId of person.choices) {
          const holders = of.placements.filter(p => p.planId === planId && data.people.find(x => x.id === p.id)?.category === person.category)
          expect(holders.every(p => isExempt.has(p.id))).toBe(true)
        }
      }
    }
  })
  it('30-ES4 marks equals on both sides of the last place, and who admissions puts first gets it', () => {
    const person = (n: number, skill: number, more: Partial<PersonIn> = {}): PersonIn => ({
      ...{ id: `id${n}`, ksh: String(n), category: 'regular', choices: ['p'], obeysAdjust: false, exempt: 'none', precedence: null },
      scores: new Map([
        ['skill', { value: skill, flag: 'normal' }],
        ['chinese', { value: 20 - 2 * skill, flag: 'normal' }],
      ]),
      ...more,
    })
    const data = (people: PersonIn[]): AdmissionData => ({
      ...made(1),
      ...{ lines: [], people, plans: [{ id: 'p', code: 'P', subjects: ['skill', 'chinese'], quotas: [{ category: 'regular', places: 2 }] }] },
    })
    const outcome = (people: PersonIn[]) => admit(data(people)).placements.map(p => [p.id, p.planId !== null, p.isTied])
    // equal totals: the skill test decides, without a tie
    expect(outcome([person(1, 5), person(2, 7), person(3, 6)])).toEqual([
      ['id1', false, false],
      ['id2', true, false],
      ['id3', true, false],
    ])
    expect(outcome([person(1, 5), person(2, 7), person(3, 5)])).toEqual([
      ['id1', true, true],
      ['id2', true, false],
      ['id3', false, true],
    ])
    expect(outcome([person(1, 5), person(2, 7), person(3, 5, { precedence: 1 })])).toEqual([
      ['id1', false, false],
      ['id2', true, false],
      ['id3', true, false],
    ])
    // equals who all have a place are none
    expect(outcome([person(1, 5), person(2, 5)]).map(o => o[2])).toEqual([false, false])
  })
  it('30-ES5 spills unused places in the order allowed, and adjusts obeying ones above the line', () => {
    const one = (n: number, category: string, choices: string[], skill: number, obeysAdjust = false): PersonIn => ({
      ...{ id: `id${n}`, ksh: String(n), category, choices, obeysAdjust, exempt: 'none', precedence: null },
      scores: new Map([['skill', { value: skill, flag: 'normal' }]]),
    })
    const quotas = [
      { category: 'regular', places: 1 },
      { category: 'vocational', places: 1 },
      { category: 'veteran', places: 1 },
    ]
    const data: AdmissionData = {
      ...made(1),
      plans: [
        { id: 'p', code: 'P', subjects: ['skill'], quotas },
        { id: 'q', code: 'Q', subjects: ['skill'], quotas: [{ category: 'regular', places: 1 }] },
      ],
      people: [one(1, 'regular', ['p'], 9), one(2, 'regular', ['p'], 8, true), one(3, 'vocational', ['p'], 9), one(4, 'vocational', ['p'], 8), one(5, 'regular', ['p'], 2, true)],
      lines: [{ category: 'regular', planId: null, subject: null, isProvince: false, min: 3 }],
      params: { method: 'score', step: 0, spillOrder: ['vocational', 'regular'], adjust: true },
    }
    const who = (more: Partial<AdmissionData['params']>) => Object.fromEntries(admit({ ...data, params: { ...data.params, ...more } }).placements.map(p => [p.id, p.planId]))
    expect(who({})).toEqual({ id1: 'p', id2: 'q', id3: 'p', id4: 'p', id5: null })
    expect(who({ spillOrder: [] })).toEqual({ id1: 'p', id2: 'q', id3: 'p', id4: null, id5: null })
    expect(who({ spillOrder: ['regular'], adjust: false })).toEqual({ id1: 'p', id2: 'p', id3: 'p', id4: null, id5: null })
  })
  it('30-ES6 is pure: the same data gives the same result, in whatever order it comes', () => {
    for (const seed of SEEDS) {
      const data = made(seed)
      const random = seededRandom(seed)
      const again = admit({ ...data, people: shuffled(data.people, random), plans: shuffled(data.plans, random) })
      expect(again).toEqual(admit(data))
    }
  })
})
