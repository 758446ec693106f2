import { expect, it } from 'vitest'
import { namedIn, partnersOf } from './partners.ts'
import type { Case } from './types.ts'

const person = (id: string, name: string, role: string | null = null) => ({ id, name, role, photo: null })
const task = (state: string, who: ReturnType<typeof person>) => ({ state, person: who })
// only what the function reads
const c = {
  applicant: { ...person('s', '陈思远'), studentId: null, accountNo: null, place: null },
  tasks: [task('done', person('a', '李伟', '辅导员')), task('todo', person('b', '李伟', '学院')), task('todo', person('me', '何文博')), task('waiting', person('w', '王芳'))],
} as unknown as Case

it('offers whoever takes part and may read, each once, namesakes by their role', () => {
  expect(partnersOf(c, 'me').map(one => one.name)).toEqual(['陈思远', '李伟（辅导员）', '李伟（学院）'])
})
it('finds who is named in a text', () => {
  expect(namedIn('请 @李伟（学院） 看一下', partnersOf(c, 'me'))).toEqual(['b'])
})
