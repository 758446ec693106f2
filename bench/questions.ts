import type { Bench } from './bench.ts'
import { PASSWORD } from './database.ts'
import { median } from './median.ts'
import { call, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const LIMIT_MS = 3000
const people = ['studentNo', 'name', 'classId', 'departmentId']
const QUESTIONS: ReadonlyArray<[work: string, spec: object]> = [
  [
    'students by college, class and gender',
    { columns: [], groupBy: ['departmentId', 'classId', 'genderCode'], aggregates: [{ fn: 'count' }], sort: [{ by: '#0', isDescending: true }] },
  ],
  [
    'students of one grade in classes numbered 1, without a relative on record',
    {
      columns: people,
      where: {
        all: [
          { path: 'grade', op: 'eq', value: 2024 },
          { path: 'classId.name', op: 'like', value: '1' },
          { related: 'familyMember.studentId', op: 'none' },
        ],
      },
      sort: [{ by: 'studentNo' }],
    },
  ],
  ['a name holding one character, with class and college', { columns: people, where: { all: [{ path: 'name', op: 'like', value: '文' }] }, sort: [{ by: 'name' }] }],
]

/** Queries of the query tool over 50,000 students, each with data scope, masking and the total count. */
export async function questions({ ours, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const lines: Line[] = []
  for (const [work, spec] of QUESTIONS) {
    let total = 0
    const ms = await median(async () => {
      total = (await call<{ total: number }>(officer, '/api/flySource-query/savedQuery/run', { subject: 'student', spec, current: 1, size: 50 })).total
    })
    say(`${work}: ${ms.toFixed(0)} ms, ${total} rows`)
    lines.push({ work: `${work}: first 50 and the count`, figure: `${ms.toFixed(0)} ms (${total.toLocaleString('en')} rows)`, target: '≤ 3 s', isMet: ms <= LIMIT_MS })
  }
  return lines
}
