import type { Layout } from '#model/print-layout.ts'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'

interface Opened {
  id: string
  version: number
  edition: number
  name: string
  layout: Layout
  ownLayout: Layout
  isOwn: boolean
  seal: string | null
}
export interface PrintSchool {
  school: SmallSchool
  admin: Actor
  /** A student, and the template of their card. */
  one: string
  card: string
  open(id?: string): Promise<Opened>
  save(more: Record<string, unknown>, who?: Actor, id?: string): Promise<Answer<{ edition: number; version: number }>>
}
export async function printSchool(): Promise<PrintSchool> {
  const school = await smallSchool()
  const admin = await school.as({ roles: ['admin'], nickName: '许管理' })
  const one = (await admin.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301, { name: '周雨桐', phone: '13812342071' }))).data.id
  const { result } = (await admin.get<{ result: Array<{ id: string; code: string }> }>('base/printTemplate/list', { size: 200 })).data
  const card = (result.find(t => t.code === 'studentCard') as { id: string }).id
  const open = async (id = card): Promise<Opened> => (await admin.get<Opened>('base/printTemplate/open', { id })).data
  return {
    ...{ school, admin, one, card, open },
    async save(more, who = admin, id = card) {
      const now = await open(id)
      return who.post('base/printTemplate/save', { id, version: now.version, name: now.name, paper: 'A4', layout: now.layout, ...more })
    },
  }
}
export const layoutOf = (...blocks: Layout['blocks']): Layout => ({ title: '在读卡', blocks })
