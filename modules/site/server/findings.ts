import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { type Db, handle } from '#server/context.ts'
import { checkContent } from '../model/actions.ts'
import { contentItem } from '../model/content-item.ts'
import { detect, type Finding, maybeStudentNos } from '../model/detector.ts'
import { filesOf, type Item, textsOf } from './revisions.ts'
import { settingsOf } from './settings.ts'

/** Student numbers in the text whose owner's name stands there, too. Only numbers of the school's own students are looked up. */
async function studentsIn(db: Db, texts: readonly string[]): Promise<Array<{ studentNo: string; name: string }>> {
  const numbers = maybeStudentNos(texts)
  if (!numbers.length) return []
  const known = await db.query<{ studentNo: string; name: string }>(
    sql`select student_no as "studentNo", name from student where tenant_id = ${db.me.tenantId} and student_no = any(${numbers}::text[])`,
  )
  const whole = texts.join('\n')
  return known.filter(one => whole.includes(one.name))
}
/** 60-WC5. A link within this server leads somewhere if it is a page, an item that is there, or a file of this item. */
export async function findingsOf(db: Db, row: Item): Promise<Finding[]> {
  const texts = textsOf(row)
  const { badWords } = await settingsOf(db)
  const own = new Set(filesOf(row))
  const items = [...texts.join('\n').matchAll(/\/site\/\w+\/[\w-]+\/\w+\/([0-9a-f-]{36})/g)].flatMap(([, id = '']) => (isUuid(id) ? [id] : []))
  const live = new Set((items.length ? await db.unscoped(contentItem).all({ id: [...new Set(items)] }) : []).filter(i => i.liveNo).map(i => i.id)) // of public pages
  const leads = (address: string): boolean => {
    const path = address.split(/[?#]/)[0] ?? ''
    const item = /^\/site\/\w+\/[\w-]+\/\w+\/([0-9a-f-]{36})$/.exec(path)?.[1]
    if (item) return live.has(item)
    const file = /fileId=([0-9a-f-]{36})/.exec(address)?.[1] ?? /^\/site\/\w+\/file\/([0-9a-f-]{36})$/.exec(path)?.[1]
    return file ? own.has(file) : !path.startsWith('/api/') && !path.startsWith('//')
  }
  const words = badWords
    .split(/[,，、\s]+/)
    .map(word => word.trim())
    .filter(Boolean)
  return detect({ texts, badWords: words, students: await studentsIn(db, texts), leads })
}
export default handle(checkContent, async ({ db }, { id }) => {
  const row = await db.visible(contentItem).one(id)
  return { no: row.lastNo, findings: await findingsOf(db, row), checkNote: row.checkNote }
})
