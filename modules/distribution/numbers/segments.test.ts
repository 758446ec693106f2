import { describe, expect, it } from 'vitest'
import { seededRandom } from '#model/random.ts'
import { assign, type Candidate, type Rule, scopeKeyOf } from './model/assign.ts'
import { EXAMPLE, luhn, numberOf, segmentFault, USUAL_SEGMENTS } from './model/segments.ts'

const candidate = (n: number, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id: `s${String(n).padStart(5, '0')}`, name: `学生${n}`, namePinyin: `xuesheng${n % 17}`, ksh: `26${String(n).padStart(12, '0')}`, genderCode: n % 2 ? '1' : '2' },
  ...{ grade: 2026, level: '5', classId: 'c1', classNo: '260101', className: '软件2601', major: '610205', majorId: 'm1', majorName: '软件技术' },
  ...{ dept: '08', departmentId: 'd1', departmentName: '信息工程学院', ...more },
})
const rule: Rule = { segments: USUAL_SEGMENTS, seqScope: 'class', order: ['class', 'pinyin'] }
const NONE = { last: new Map<string, number>(), used: new Set<string>() }

describe('the numbers of a rule', () => {
  it('30-SN4 consist of segments, fitted to their length, with a check digit over what stands before it', () => {
    expect(numberOf(USUAL_SEGMENTS, EXAMPLE, 7)).toBe('202608050307')
    expect(
      numberOf(
        [
          { kind: 'year2', length: 2 },
          { kind: 'level', length: 1 },
          { kind: 'fixed', length: 1, value: 'A' },
          { kind: 'seq', length: 4 },
        ],
        EXAMPLE,
        12,
      ),
    ).toBe('265A0012')
    expect(luhn('7992739871')).toBe('3')
    expect(
      numberOf(
        [
          { kind: 'seq', length: 10 },
          { kind: 'check', length: 1 },
        ],
        EXAMPLE,
        7_992_739_871,
      ),
    ).toBe('79927398713')
  })
  it('refuses segments that make no rule', () => {
    expect(segmentFault(USUAL_SEGMENTS)).toBeUndefined()
    expect(segmentFault(USUAL_SEGMENTS.slice(0, 4))).toBe('seqOnce')
    expect(segmentFault([{ kind: 'check', length: 1 }, ...USUAL_SEGMENTS])).toBe('checkLast')
    expect(segmentFault([{ kind: 'fixed', length: 12, value: 'a'.repeat(12) }, ...USUAL_SEGMENTS])).toBe('tooLong')
    expect(
      segmentFault([
        { kind: 'fixed', length: 2, value: 'a' },
        { kind: 'seq', length: 2 },
      ]),
    ).toBe('fixedForm')
    expect(
      segmentFault([
        { kind: 'year4', length: 2 },
        { kind: 'seq', length: 2 },
      ]),
    ).toBe('lengthForm')
  })
  it('30-SN5 says of each scope whether the sequence is long enough, and which numbers would meet', () => {
    const small = assign(
      rule,
      Array.from({ length: 61 }, (_, n) => candidate(n)),
      NONE.last,
      NONE.used,
    )
    expect(small.scopes).toEqual([{ label: '软件2601', count: 61, first: 1, last: 61, most: 99, fits: true }])
    const many = Array.from({ length: 1043 }, (_, n) => candidate(n))
    const byMajor = assign(
      {
        ...rule,
        seqScope: 'major',
        segments: [
          { kind: 'major', length: 6 },
          { kind: 'seq', length: 3 },
        ],
      },
      many,
      NONE.last,
      NONE.used,
    )
    expect(byMajor.scopes).toEqual([{ label: '软件技术', count: 1043, first: 1, last: 1043, most: 999, fits: false }])
    const twoClasses = [candidate(1), candidate(2, { classId: 'c2', classNo: '260102', className: '软件2602' })]
    const blind = assign(
      {
        ...rule,
        segments: [
          { kind: 'year4', length: 4 },
          { kind: 'seq', length: 4 },
        ],
      },
      twoClasses,
      NONE.last,
      NONE.used,
    )
    expect(blind.collisions).toEqual([{ studentNo: '20260001', first: '学生1', second: '学生2' }])
  })
  it('30-SN4 are never given twice, whatever the order of coming, runs and numbers taken otherwise', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const waiting = Array.from({ length: 200 }, (_, n) => candidate(n, { classId: `c${n % 7}`, classNo: `26010${n % 7}` }))
      const used = new Set(Array.from({ length: 10 }, (_, n) => numberOf(rule.segments, candidate(0, { classNo: `26010${n % 7}` }), 1 + Math.floor(random() * 40))))
      const last = new Map<string, number>()
      const all = new Map<string, string>()
      while (waiting.length) {
        const coming = waiting.splice(0, 1 + Math.floor(random() * 80))
        const { given, collisions } = assign(rule, coming.toReversed(), last, used)
        expect(collisions).toEqual([])
        for (const g of given) {
          expect(used.has(g.studentNo)).toBe(false)
          expect(all.get(g.studentNo)).toBeUndefined()
          all.set(g.studentNo, g.student.id)
          used.add(g.studentNo)
          last.set(g.scopeKey, Math.max(g.seq, last.get(scopeKeyOf('class', g.student)) ?? 0))
        }
      }
      expect(all.size).toBe(200)
    }
  })
})
